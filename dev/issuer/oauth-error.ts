/** An error of the authorization server. Source: RFC 6749 4.1.2.1, 5.2; Entra error codes (AADSTS). */
import { randomUUID } from 'node:crypto';

export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  readonly number: number;

  constructor(code: OAuthErrorCode, number: number, description: string) {
    super(`AADSTS${number}: ${description}`);
    this.code = code;
    this.number = number;
  }

  /** Status of the token endpoint. Source: RFC 6749 5.2. */
  get status(): 400 | 401 {
    return this.code === 'invalid_client' ? 401 : 400;
  }

  /** Returns the token endpoint's body, with the members that Entra adds. */
  toJSON(): Record<string, unknown> {
    return {
      error: this.code,
      error_description: this.message,
      error_codes: [this.number],
      timestamp: new Date().toISOString(),
      trace_id: randomUUID(),
      correlation_id: randomUUID(),
    };
  }
}
