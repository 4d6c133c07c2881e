-- Reads handwriting inside LÖVE, frame by frame, with a hook written in Lua.
--
--   TENON_LIBRARY=…/libtenon.so TENON_DECLARATIONS=…/tenon.txt TENON_DIGITS=…/examples/digits \
--   TENON_TABLE=…/digits.csv love examples/love
--
-- TENON_TABLE is digits.csv.gz unpacked: the last 397 rows are those that the network never saw.
local ffi = require("ffi")
local bit = require("bit")
jit.off(true, true) -- calls that call back must not be compiled

local function read(path)
  local file = assert(io.open(path, "rb"), path)
  local text = file:read("*a")
  file:close()
  return text
end

function love.errorhandler(message)
  io.stderr:write("FAILED: ", tostring(message), "\n", debug.traceback(), "\n")
  os.exit(1)
end

local tenon = require("tenon")(os.getenv("TENON_LIBRARY"), read(os.getenv("TENON_DECLARATIONS")))
local C, check, out = tenon.C, tenon.check, tenon.out
local passed, failed = 0, 0

local function claim(holds, text)
  if holds then passed = passed + 1 else failed = failed + 1 print("FAILED: " .. text) end
end

local kRows, kPixels, kClasses = 397, 64, 10
local net, ctx, images, labels, scores = nil, nil, {}, {}, ffi.new("float[?]", 397 * 10)
local frame, hooked, positive, hook, hook_id = 0, 0, 0, nil, nil

local function load_table(path)
  local rows = {}
  for line in io.lines(path) do rows[#rows + 1] = line end
  for i = #rows - kRows + 1, #rows do
    local image, n = ffi.new("float[64]"), 0
    for number in rows[i]:gmatch("[%d.]+") do
      if n < kPixels then image[n] = tonumber(number) / 16 else labels[#labels + 1] = tonumber(number) end
      n = n + 1
    end
    images[#images + 1] = image
  end
end

-- What the activations look like, seen from Lua.
local function watch(call)
  local output = out("tenon_tensor *", function(p) return C.tenon_call_tensor(call, C.TENON_SLOT_OUTPUT, 0, p) end)
  local values = ffi.cast("const float *", out("void *", function(p)
    return C.tenon_tensor_map(output, C.TENON_MAP_READ, p)
  end))
  for i = 0, tonumber(C.tenon_tensor_numel(output)) - 1 do
    if values[i] > 0 then positive = positive + 1 end
  end
  check(C.tenon_tensor_unmap(output))
  C.tenon_tensor_release(output)
  hooked = hooked + 1
end

local shape, count = ffi.new("int64_t[4]", 1, 1, 8, 8), ffi.new("int64_t[1]")

local function call(row, destination)
  return C.tenon_module_call_f32(net, images[row], shape, 4, destination, kClasses, count)
end

function love.load()
  ctx = out("tenon_context *", function(p) return C.tenon_context_create(nil, p) end)
  net = out("tenon_module *", function(p)
    return C.tenon_module_load(ctx, os.getenv("TENON_DIGITS") .. "/model/model.safetensors", nil, p)
  end)
  hook = tenon.callback(watch)
  hook_id = out("int64_t", function(p) return C.tenon_module_register_forward_hook(net, 0, hook, nil, nil, p) end)
  load_table(os.getenv("TENON_TABLE"))
  claim(#images == kRows and #labels == kRows, "the table has " .. kRows .. " rows to test")
end

-- Errors of Lua's own: raised in a callback, they run through the library's frames to the pcall.
local function raise_through()
  local bad = ffi.cast("tenon_callback", function() error("from a hook") end)
  local id = out("int64_t", function(p) return C.tenon_module_register_forward_hook(net, 0, bad, nil, nil, p) end)
  local other = ffi.new("float[10]")
  for _ = 1, 50 do
    local ok, message = pcall(call, 1, other)
    if ok or not tostring(message):find("from a hook") then
      claim(false, "the error reaches pcall, not: " .. tostring(message))
      break
    end
  end
  check(C.tenon_hook_remove(ctx, id))
  bad:free()
  -- The same as a status, by the binding's guard.
  local guarded = tenon.callback(function() error("in words") end)
  id = out("int64_t", function(p) return C.tenon_module_register_forward_hook(net, 0, guarded, nil, nil, p) end)
  local status = call(1, other)
  claim(status == C.TENON_E_CALLBACK and ffi.string(C.tenon_error_message()):find("in words"),
        "a guarded error is the call's error")
  check(C.tenon_hook_remove(ctx, id))
  guarded:free()
  check(call(1, other))
  local same = true
  for i = 0, kClasses - 1 do same = same and other[i] == scores[i] end
  claim(same, "the same model runs on with the same bits")
  claim(C.tenon_context_shutdown(ctx) == 0, "no call is left open on this thread")
end

local function finish()
  local right, hash = 0, 14695981039346656037ULL
  for row = 1, kRows do
    local best = 0
    for i = 1, kClasses - 1 do
      if scores[(row - 1) * kClasses + i] > scores[(row - 1) * kClasses + best] then best = i end
    end
    if best == labels[row] then right = right + 1 end
  end
  local bytes = ffi.cast("const uint8_t *", scores)
  for i = 0, kRows * kClasses * 4 - 1 do hash = bit.bxor(hash, bytes[i]) * 1099511628211ULL end
  print(string.format("LÖVE %d.%d, %s: %d of %d right in %d frames; the hook saw %d outputs, %d values above zero",
                      love.getVersion(), select(2, love.getVersion()), jit.version, right, kRows, frame, hooked, positive))
  print("logits hash  " .. bit.tohex(hash, 16))
  claim(right == 390, "390 rows are right")
  claim(hooked == kRows, "the hook ran for each row")
  check(C.tenon_hook_remove(ctx, hook_id))
  hook:free()
  raise_through()
  C.tenon_module_release(net)
  C.tenon_context_release(ctx)
  print(string.format("%d passed, %d failed", passed, failed))
  love.event.quit(failed == 0 and 0 or 1)
end

function love.update()
  for _ = 1, 10 do -- ten images a frame
    local row = frame * 10 + _
    if row > kRows then return finish() end
    check(call(row, scores + (row - 1) * kClasses))
  end
  frame = frame + 1
end
