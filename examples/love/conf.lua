-- No window: the example prints. A game leaves this file as it is.
function love.conf(t)
  t.window = nil
  for _, name in ipairs { "window", "graphics", "audio", "sound", "joystick", "physics", "video", "font", "image",
                          "keyboard", "mouse", "touch" } do
    t.modules[name] = false
  end
end
