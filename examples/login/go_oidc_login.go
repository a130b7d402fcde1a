package main

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"strconv"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

type RelyingParty struct {
	provider *oidc.Provider
	config   oauth2.Config
}

func Configure(ctx context.Context, issuer, clientID, secret, redirectURL string, post bool) (*RelyingParty, error) {
	provider, err := oidc.NewProvider(ctx, issuer)
	if err != nil {
		return nil, err
	}
	endpoint := provider.Endpoint()
	endpoint.AuthStyle = oauth2.AuthStyleInHeader
	if post {
		endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	return &RelyingParty{provider, oauth2.Config{
		ClientID:     clientID,
		ClientSecret: secret,
		Endpoint:     endpoint,
		RedirectURL:  redirectURL,
		Scopes:       []string{oidc.ScopeOpenID},
	}}, nil
}

// Checks belong into the session of the browser.
type Checks struct {
	State, Nonce, Verifier string
	MaxAge                 *int
}

func (rp *RelyingParty) BeginLogin(maxAge *int) (string, Checks) {
	checks := Checks{rand.Text(), rand.Text(), oauth2.GenerateVerifier(), maxAge}
	options := []oauth2.AuthCodeOption{oidc.Nonce(checks.Nonce), oauth2.S256ChallengeOption(checks.Verifier)}
	if maxAge != nil {
		options = append(options, oauth2.SetAuthURLParam("max_age", strconv.Itoa(*maxAge)))
	}
	return rp.config.AuthCodeURL(checks.State, options...), checks
}

func (rp *RelyingParty) FinishLogin(ctx context.Context, callback string, checks Checks) (map[string]any, error) {
	parsed, err := url.Parse(callback)
	if err != nil {
		return nil, err
	}
	query := parsed.Query()
	if query.Get("state") != checks.State {
		return nil, errors.New("state differs")
	}
	if failure := query.Get("error"); failure != "" {
		return nil, errors.New(failure)
	}
	token, err := rp.config.Exchange(ctx, query.Get("code"), oauth2.VerifierOption(checks.Verifier))
	if err != nil {
		return nil, err
	}
	raw, _ := token.Extra("id_token").(string)
	idToken, err := rp.provider.Verifier(&oidc.Config{ClientID: rp.config.ClientID}).Verify(ctx, raw)
	if err != nil {
		return nil, err
	}
	if idToken.Nonce != checks.Nonce {
		return nil, errors.New("nonce differs")
	}
	var claims map[string]any
	if err := idToken.Claims(&claims); err != nil {
		return nil, err
	}
	if checks.MaxAge != nil {
		authenticated := time.Unix(int64(claims["auth_time"].(float64)), 0)
		if time.Since(authenticated) > time.Duration(*checks.MaxAge+60)*time.Second {
			return nil, errors.New("the wallet was shown too long ago")
		}
	}
	return claims, nil
}
