/** An OAuth error response (RFC 6749 section 5.2). */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly error: string;
  readonly status: 400 | 401;

  constructor(error: string, description: string, status: 400 | 401 = 400) {
    super(description);
    this.error = error;
    this.status = status;
  }
}
