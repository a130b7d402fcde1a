package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
)

// Goes through one login for the tests: prints where the browser goes, reads where it came back to,
// and prints the claims. The other file is the guide's.
func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	ctx := context.Background()
	env := os.Getenv
	rp, err := Configure(ctx, env("ISSUER"), env("CLIENT_ID"), env("SECRET"), env("REDIRECT_URI"), env("POST") != "")
	if err != nil {
		return err
	}
	var maxAge *int
	if text := env("MAX_AGE"); text != "" {
		seconds, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		maxAge = &seconds
	}
	url, checks := rp.BeginLogin(maxAge)
	fmt.Println(url)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	if !lines.Scan() {
		return fmt.Errorf("no callback: %w", lines.Err())
	}
	claims, err := rp.FinishLogin(ctx, lines.Text(), checks)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(claims)
}
