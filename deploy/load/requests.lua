-- The requests of a kind of load, for wrk: `wrk … --script requests.lua URL -- LOAD`. The last line of its output is for
-- `capacity`: requests, the errors, seconds, and the 99th percentile in milliseconds.

local PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
-- Enough different bodies that the processor cannot learn them by heart.
local BODIES = 512
local LINES = 100

local bodies = {}
local next_body = 0

-- Returns the numbers from 1 to `count` in random order.
local function shuffled(count)
   local numbers = {}
   for i = 1, count do
      local j = math.random(i)
      numbers[i] = numbers[j]
      numbers[j] = i
   end
   return numbers
end

-- Returns the puzzle with other digits, and with other columns within each stack: it still has one solution.
local function puzzle()
   local digits, columns = shuffled(9), {}
   for stack = 0, 2 do
      for i, column in ipairs(shuffled(3)) do
         columns[3 * stack + i] = 3 * stack + column
      end
   end
   local cells = {}
   for row = 0, 8 do
      for column = 1, 9 do
         local at = 9 * row + columns[column]
         local digit = tonumber(PUZZLE:sub(at, at))
         cells[#cells + 1] = digit and tostring(digits[digit]) or "."
      end
   end
   return cells
end

-- Returns the puzzle as rows of strings, as most clients send it.
local function json()
   local cells, rows = puzzle(), {}
   for row = 0, 8 do
      rows[#rows + 1] = '["' .. table.concat(cells, '","', 9 * row + 1, 9 * row + 9) .. '"]'
   end
   return "[" .. table.concat(rows, ",") .. "]"
end

local function lines()
   local text = {}
   for i = 1, LINES do
      text[i] = table.concat(puzzle())
   end
   return table.concat(text, "\n")
end

local LOADS = {
   ["health"] = {"GET", "/health"},
   ["validate"] = {"POST", "/validate", "application/json", json},
   ["solve"] = {"POST", "/solve", "application/json", json},
   ["validate-batch"] = {"POST", "/validate/batch", "text/plain", lines},
   ["solve-batch"] = {"POST", "/solve/batch", "text/plain", lines},
}

function init(args)
   local method, path, media_type, body = unpack(LOADS[args[1]])
   for i = 1, body and BODIES or 1 do
      local headers = media_type and {["Content-Type"] = media_type}
      bodies[i] = wrk.format(method, wrk.path:gsub("/$", "") .. path, headers, body and body())
   end
end

function request()
   next_body = next_body % #bodies + 1
   return bodies[next_body]
end

function done(summary, latency)
   local errors = summary.errors
   local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
   local seconds, p99 = summary.duration / 1e6, latency:percentile(99) / 1e3
   io.write(string.format("%d %d %f %f\n", summary.requests, failed, seconds, p99))
end
