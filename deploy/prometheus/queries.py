"""Checks that every query of the dashboard and of the alerts returns data, and that the dashboard is tidy.

    queries.py PROMETHEUS DASHBOARD SERVICE...    PROMETHEUS, SERVICE: base URLs; DASHBOARD: a JSON file

Sends requests of every kind to the services, which run with `--max-in-flight 1`, and asks a Prometheus that scrapes them and
has loaded the rules.
"""

import json
import re
import socket
import sys
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

# How long Prometheus may take to return data for every query, in seconds. It needs several scrapes for a rate.
MAX_SECONDS = 60

VARIABLES = {"$__rate_interval": "15s", "$__range": "1m", "$job": ".+", "$instance": ".+", "$route": "/validate"}

DUPLICATE = "[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]"
PUZZLE = "[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]"
SOLVED = "[[1,3,2,4],[4,2,3,1],[2,4,1,3],[3,1,4,2]]"
LINES = "1.....3..4.....2\n15..............\n"
REQUESTS = [
    ("/validate", "application/json", PUZZLE),
    ("/validate", "application/json", DUPLICATE),
    ("/validate", "application/json", SOLVED),
    ("/validate", "application/json", "[[1,0,0,9],[0,0,0,0],[0,0,0,0],[0,0,0,0]]"),
    ("/validate", "application/json", "not JSON"),
    ("/solve", "application/json", PUZZLE),
    ("/solve", "text/plain", "." * 36),
    ("/check", "application/json", f'{{"board": {PUZZLE}, "givens": {PUZZLE}}}'),
    ("/validate/batch", "text/plain", LINES),
    ("/solve/batch", "text/plain", LINES),
    ("/nothing-here", "application/json", PUZZLE),
]

open_url = build_opener(ProxyHandler({})).open


def send_load(services):
    for service in services:
        for path, media_type, body in REQUESTS:
            try:
                open_url(Request(service + path, body.encode(), {"Content-Type": media_type})).read()
            except HTTPError as error:
                assert error.code != 500, f"{path}: {error}"
        address = urlsplit(service)
        with connect(address, b"not HTTP\r\n\r\n") as connection:
            connection.recv(100)
        # The second of two requests without their bodies, since the service waits for one at a time.
        head = b"POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 16\r\n\r\n"
        with connect(address, head), connect(address, head) as connection:
            connection.recv(100)


def connect(address, request):
    connection = socket.create_connection((address.hostname, address.port), timeout=10)
    connection.sendall(request)
    return connection


def prometheus_api(prometheus, path, **parameters):
    with open_url(f"{prometheus}/api/v1/{path}?{urlencode(parameters)}") as response:
        return json.load(response)["data"]


def alert_queries(prometheus):
    """What the alerts look at, whether or not they fire: their expressions without the comparisons."""
    rules = [rule for group in prometheus_api(prometheus, "rules")["groups"] for rule in group["rules"]]
    assert rules, "no rules are loaded"
    for rule in rules:
        assert rule["health"] != "err", f"{rule['name']}: {rule['lastError']}"
        yield rule["name"], re.sub(r"absent(?=\()| *(==|[<>]=?) *[0-9.]+", "", rule["query"])


def dashboard_queries(dashboard):
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            series, label = re.fullmatch(r"label_values\((.+), (\w+)\)", variable["query"]["query"]).groups()
            yield f"variable {variable['name']}", f"count by ({label}) ({series})"
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            yield f"panel {panel['title']}", target["expr"]


def has_data(prometheus, name, query):
    for variable, value in VARIABLES.items():
        query = query.replace(variable, value)
    try:
        series = prometheus_api(prometheus, "query", query=query)["result"]
    except HTTPError as error:
        sys.exit(f"{name}: {json.load(error)['error']}")
    return any(sample["value"][1] != "NaN" for sample in series)


def check_queries(prometheus, queries, services):
    end = time.monotonic() + MAX_SECONDS
    missing = queries
    while missing:
        send_load(services)
        missing = [(name, query) for name, query in missing if not has_data(prometheus, name, query)]
        if time.monotonic() > end:
            sys.exit("\n".join(f"{name} has no data: {query}" for name, query in missing))


def check_layout(dashboard):
    """Panels have an id, a description, a unit and the data source variable, and do not overlap."""
    places = set()
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(ids) == len(set(ids)), "two panels have the same id"
    for panel in dashboard["panels"]:
        grid = panel["gridPos"]
        cells = {(grid["x"] + x, grid["y"] + y) for x in range(grid["w"]) for y in range(grid["h"])}
        assert not places & cells, f"{panel['title']} overlaps another panel"
        assert grid["x"] + grid["w"] <= 24, f"{panel['title']} is not within the 24 columns"
        places |= cells
        if panel["type"] != "row":
            assert panel["description"] and panel["fieldConfig"]["defaults"]["unit"], panel["title"]
            assert panel["datasource"]["uid"] == "${datasource}", f"{panel['title']} has a fixed data source"


def main():
    prometheus, path, *services = sys.argv[1:]
    dashboard = json.loads(Path(path).read_text())
    check_layout(dashboard)
    queries = [*alert_queries(prometheus), *dashboard_queries(dashboard)]
    check_queries(prometheus, queries, services)
    print(f"{len(queries)} queries return data")


if __name__ == "__main__":
    main()
