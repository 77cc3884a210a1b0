/** Certificates of servers in tests, made with openssl. Nothing else trusts or uses their keys. */

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** For localhost and 127.0.0.1, signed by itself. */
export const SELF_SIGNED: Certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkRpEoMXJ3/vzw6Mx
gYhKrd3qgW6yehUTDgaPvV2fnvOhRANCAAS23S/LjfluXThH9yw2kfSJulA3CuZ2
DXE/ULQQlVCsSfGpNtg9JWjGhCwVHUN/l9vLjBWFs/EvGz6pjEgpks9N
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUPYYMMkxM3r0hWGmbqXS0u5l8zg4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjIwMDc0OFoYDzIxMjYxMDI5
MjAwNzQ4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS23S/LjfluXThH9yw2kfSJulA3CuZ2DXE/ULQQlVCsSfGpNtg9JWjG
hCwVHUN/l9vLjBWFs/EvGz6pjEgpks9No28wbTAdBgNVHQ4EFgQUjOj5iDI1JZLR
lv/1i6UWQWJ4ZiAwHwYDVR0jBBgwFoAUjOj5iDI1JZLRlv/1i6UWQWJ4ZiAwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgY19kN7v4//ckjnCyVaWNNyATbC6LzZr8Z9Yrydi/vx0CIBol
DcIMvzrlOnpB7Apv2VRLpJCqGQrerE7WXX7PgH2i
-----END CERTIFICATE-----
`,
};
