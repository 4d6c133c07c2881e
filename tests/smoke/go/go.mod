module tenon.dev/go/smoke

go 1.19
