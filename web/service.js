// Requests to the service: the latest of a kind wins, and a lost connection is tried again.

const FIRST_DELAY = 500;
const LAST_DELAY = 8000;
const PATIENCE = 30000;
const UNAVAILABLE = [502, 503, 504];

/** Whether the service can be reached, for all requests of the page. Fires `change` when `state` changes. */
export class Connection extends EventTarget {
  /** `ok`, `lost`, or `busy` while the service is overloaded. */
  state = "ok";
  /** When the next attempt is made, in milliseconds as of `Date.now()`. */
  nextAttempt = 0;
  #waiting = new Set();

  constructor() {
    super();
    addEventListener("online", () => this.retry());
  }

  /** Makes waiting requests try again at once. */
  retry() {
    for (const proceed of [...this.#waiting]) proceed();
  }

  /**
   * Sends a POST request, again and again until there is a response or `signal` is aborted. Returns its `status`, `ok`,
   * `text` and, if it is JSON, `json`. An attempt is given up after `patience` milliseconds.
   */
  async post(path, { type = "application/json", body, signal, patience = PATIENCE }) {
    for (let delay = FIRST_DELAY; ; delay = Math.min(2 * delay, LAST_DELAY)) {
      const result = await attempt(path, { type, body, signal, patience });
      signal.throwIfAborted();
      if (result && !UNAVAILABLE.includes(result.status)) {
        this.#change("ok");
        return result;
      }
      await this.#pause(result?.status === 503 ? "busy" : "lost", Math.max(delay, 1000 * (result?.retryAfter ?? 0)), signal);
    }
  }

  async #pause(state, delay, signal) {
    this.nextAttempt = Date.now() + delay;
    this.#change(state, true);
    await new Promise((resolve) => {
      const proceed = () => {
        this.#waiting.delete(proceed);
        clearTimeout(timer);
        signal.removeEventListener("abort", proceed);
        resolve();
      };
      const timer = setTimeout(proceed, delay);
      this.#waiting.add(proceed);
      signal.addEventListener("abort", proceed);
    });
    signal.throwIfAborted();
  }

  #change(state, always = false) {
    if (state === this.state && !always) return;
    this.state = state;
    this.dispatchEvent(new Event("change"));
    if (state === "ok") this.retry();
  }
}

/** Requests of one kind, of which only the latest result matters. */
export class Lane {
  #connection;
  #sequence = 0;
  #controller = new AbortController();
  #timer;

  constructor(connection) {
    this.#connection = connection;
  }

  /** Drops the request that is in progress or planned. */
  cancel() {
    this.#sequence++;
    clearTimeout(this.#timer);
    this.#controller.abort();
  }

  /** Sends a request after a delay in milliseconds, 0 for at once, in place of an earlier one, and passes its result to `use`. */
  send(delay, path, body, use) {
    this.cancel();
    const sequence = this.#sequence;
    const controller = new AbortController();
    this.#controller = controller;
    const proceed = async () => {
      try {
        const result = await this.#connection.post(path, { body, signal: controller.signal });
        if (sequence === this.#sequence) use(result);
      } catch (error) {
        if (!controller.signal.aborted) throw error;
      }
    };
    if (delay) this.#timer = setTimeout(proceed, delay);
    else proceed();
  }
}

/** Makes one attempt. Returns null if there is no connection. */
async function attempt(path, { type, body, signal, patience }) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal.addEventListener("abort", abort);
  const timer = setTimeout(abort, patience);
  try {
    signal.throwIfAborted();
    const headers = { "Content-Type": type };
    const response = await fetch(path, { method: "POST", headers, body, signal: controller.signal });
    const text = await response.text();
    const { status, ok } = response;
    return { status, ok, text, json: parse(text), retryAfter: Number(response.headers.get("Retry-After")) || 0 };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
