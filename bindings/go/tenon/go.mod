module tenon.dev/go/tenon

go 1.19
