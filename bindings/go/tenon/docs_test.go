package tenon

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
	"testing"
)

// Every exported name has a comment; those of types, functions and methods begin with the name.
func TestEveryExportedNameIsDocumented(t *testing.T) {
	files := token.NewFileSet()
	parsed, err := parser.ParseDir(files, ".", func(file fs.FileInfo) bool {
		return !strings.HasSuffix(file.Name(), "_test.go")
	}, parser.ParseComments)
	do(err)
	pkg := doc.New(parsed["tenon"], "tenon.dev/go/tenon", doc.PreserveAST)
	equal(t, strings.HasPrefix(pkg.Doc, "Package tenon "), true)
	count := 0
	begins := func(name, text string) {
		count++
		if !strings.HasPrefix(text, name+" ") || strings.TrimSpace(text) == name {
			t.Errorf("%s: its comment is %q", name, text)
		}
	}
	functions := func(list []*doc.Func) {
		for _, f := range list {
			begins(f.Name, f.Doc)
		}
	}
	// A group is documented by its head or line by line.
	values := func(groups []*doc.Value) {
		for _, group := range groups {
			for _, spec := range group.Decl.Specs {
				spec := spec.(*ast.ValueSpec)
				for _, name := range spec.Names {
					count++
					if name.IsExported() && group.Doc == "" && spec.Doc.Text()+spec.Comment.Text() == "" {
						t.Errorf("%s has no comment", name)
					}
				}
			}
		}
	}
	functions(pkg.Funcs)
	values(pkg.Consts)
	values(pkg.Vars)
	for _, typ := range pkg.Types {
		begins(typ.Name, typ.Doc)
		functions(typ.Funcs)
		functions(typ.Methods)
		values(typ.Consts)
		values(typ.Vars)
	}
	if count < 500 {
		t.Errorf("only %d names were looked at", count)
	}
}
