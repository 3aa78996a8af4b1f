// A backend that uses the Go client of OpenAPI Generator.
// `contract/check` generates the package sudoku from openapi.yaml, and runs this program against the service.
package main

import (
	"context"
	"errors"
	"log"
	"os"

	"client/sudoku"
)

func expect(holds bool, found any) {
	if !holds {
		log.Fatalf("unexpected: %+v", found)
	}
}

func board(first, third any) sudoku.BoardObject {
	row := func(cell any) []any { return []any{cell, 0, ".", nil} }
	return *sudoku.NewBoardObject([][]any{row(first), row(0), row(third), row(0)})
}

func main() {
	configuration := sudoku.NewConfiguration()
	configuration.Servers = sudoku.ServerConfigurations{{URL: os.Args[1]}}
	boards := sudoku.NewAPIClient(configuration).BoardsAPI
	ctx := context.Background()

	response, _, err := boards.Validate(ctx).BoardObject(board(1, 1)).Execute()
	expect(err == nil && !response.Valid, err)
	expect(response.Duplicate.Digit == 1.0 && response.Duplicate.House.Kind == "column", response.Duplicate)

	_, _, err = boards.Validate(ctx).BoardObject(board(5, 0)).Execute()
	var rejection *sudoku.GenericOpenAPIError
	expect(errors.As(err, &rejection), err)
	problem, ok := rejection.Model().(sudoku.Problem)
	expect(ok && problem.Type == sudoku.NotABoard && problem.Errors[0].Pointer == "#/board/0/0", rejection.Model())

	solved, _, err := boards.Solve(ctx).BoardObject(board(1, 1)).Solution(false).Execute()
	expect(err == nil && solved.Solutions == "none", err)
}
