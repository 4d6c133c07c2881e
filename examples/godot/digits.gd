# Reads handwriting inside Godot 3, with a hook written in GDScript.
extends SceneTree

const ROWS = 397
var native
var hooked = 0
var stop = false
var passed = 0
var failed = 0

func claim(holds, text):
	if holds:
		passed += 1
	else:
		failed += 1
		print("FAILED: ", text)

func call_native(name, arguments):
	return native.call_native("standard_varcall", "tenon_gd_" + name, arguments)

# The forward hook: sees each output's largest value; a number other than 0 stops the call.
func watch(most):
	hooked += 1
	if stop:
		return 1
	return 0

# A hook that fails: GDScript prints the error and answers nil.
func fail(_most):
	hooked += 1
	var nothing = null
	return nothing.here

func run():
	native = GDNative.new()
	native.library = load("res://tenon.gdnlib")
	if not native.initialize():
		print("FAILED: the library does not load")
		return
	claim(call_native("open", []) == 1, "the model is there")
	call_native("watch", [funcref(self, "watch")])
	var file = File.new()
	if file.open(OS.get_environment("TENON_TABLE"), File.READ) != OK:
		print("FAILED: no table")
		return
	var lines = []
	while not file.eof_reached():
		var line = file.get_line()
		if line != "":
			lines.append(line)
	file.close()
	var right = 0
	var image
	for row in range(lines.size() - ROWS, lines.size()):
		var numbers = lines[row].split_floats(",")
		image = PoolRealArray()
		for i in range(64):
			image.append(numbers[i] / 16)
		if call_native("guess", [image]) == int(numbers[64]):
			right += 1
	print("Godot ", Engine.get_version_info().string, ": ", right, " of ", ROWS, " right; the hook ran ", hooked, " times")
	print("logits hash  %08x%08x" % [(call_native("hash", []) >> 32) & 0xffffffff, call_native("hash", []) & 0xffffffff])
	claim(right == 390, "390 rows are right")
	claim(hooked == ROWS, "the hook ran for each row")
	stop = true
	claim(call_native("guess", [image]) == -1, "a hook stops the call")
	stop = false
	claim(call_native("guess", [image]) >= 0, "the same model runs on")
	claim(call_native("close", []) == 0, "nothing of the library is mapped afterwards")
	native.terminate()

func _init():
	run()
	print(passed, " passed, ", failed + int(passed == 0), " failed")
	quit()
