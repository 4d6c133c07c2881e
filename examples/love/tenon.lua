-- Tenon for LuaJIT: the C functions as they are, and callbacks that errors cannot leave.
--
--   local tenon = require("tenon")(library, declarations)
--
-- `declarations` is the text of tenon.h behind the preprocessor (cc -E -P -DTENON_API= tenon.h).
local ffi = require("ffi")

return function(library, declarations)
  ffi.cdef(declarations)
  local C = ffi.load(library)
  local tenon = { C = C }

  -- Raises the library's text where Lua's own errors are raised.
  function tenon.check(status)
    if status ~= 0 then error(ffi.string(C.tenon_error_message()), 2) end
  end

  -- check(f(..., out)) and the out-parameter's value.
  function tenon.out(type_name, call)
    local place = ffi.new(type_name .. "[1]")
    tenon.check(call(place))
    return place[0]
  end

  -- A C callback. LuaJIT has room for some 900 of them, so a game makes one a kind and keeps it. A Lua error becomes the
  -- call's error. Functions that may call back must not be compiled by the JIT: jit.off() where they are called.
  function tenon.callback(f)
    local function guarded(user_data, call)
      local ok, result = pcall(f, call, user_data)
      if ok then return result or 0 end
      return C.tenon_error_set(C.TENON_E_CALLBACK, tostring(result), nil, nil)
    end
    jit.off(guarded, true)
    return ffi.cast("tenon_callback", guarded)
  end

  return tenon
end
