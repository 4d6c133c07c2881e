module tenon.dev/go/examples/guide

go 1.19

require tenon.dev/go/tenon v0.0.0

replace tenon.dev/go/tenon => ../../../bindings/go/tenon
