import {
  localGrantClaims,
  type LocalGrantClaims,
  type LocalTrust,
} from '@sightline/contracts/local-grants/local-grant';
import { AppError } from '@sightline/contracts/shared/errors';
import { compactVerify, errors, importJWK } from 'jose';

/** What this core believes of local grants, and who it is. */
export interface GrantRules {
  trust: LocalTrust | null;
  edgeId: string;
  organizationId: string;
  /** Now by the server's clock, as well as this core knows it. UTC ms. */
  nowUtcMs: number;
}

/** A grant from further ahead than this was not made before now: one of the clocks is wrong, and nothing can be said of its end. */
const aheadMs = 5 * 60_000;

/** Reads a grant and checks all of it. Throws `local_grant_invalid`, `local_grant_expired` or `local_grant_revoked`. */
export async function checkGrant(token: string, rules: GrantRules): Promise<LocalGrantClaims> {
  const claims = localGrantClaims.safeParse(await signedClaims(token, rules.trust));
  if (!claims.success || claims.data.aud !== rules.edgeId || claims.data.org !== rules.organizationId)
    throw new AppError('local_grant_invalid');
  requireStanding(claims.data, rules);
  return claims.data;
}

/** Whether a grant that was read before still holds. Throws as {@link checkGrant}. */
export function requireStanding(
  { jti, iat, exp }: Pick<LocalGrantClaims, 'jti' | 'iat' | 'exp'>,
  { trust, nowUtcMs }: GrantRules,
): void {
  if (!trust?.isAllowed) throw new AppError('local_grant_invalid');
  if (iat * 1000 > nowUtcMs + aheadMs) throw new AppError('local_grant_invalid');
  if (exp * 1000 <= nowUtcMs) throw new AppError('local_grant_expired');
  if (trust.revoked.includes(jti)) throw new AppError('local_grant_revoked');
}

async function signedClaims(token: string, trust: LocalTrust | null): Promise<unknown> {
  try {
    const { payload, protectedHeader } = await compactVerify(
      token,
      async ({ kid }) => {
        const key = trust?.keys.find((one) => one.kid === kid);
        if (!key) throw new errors.JWSSignatureVerificationFailed();
        return importJWK({ kty: 'OKP', crv: 'Ed25519', x: key.x }, 'EdDSA');
      },
      { algorithms: ['EdDSA'] },
    );
    // Nothing else that a server signs passes for a grant.
    if (protectedHeader.typ !== 'local-grant+jwt') throw new AppError('local_grant_invalid');
    return JSON.parse(new TextDecoder().decode(payload)) as unknown;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof SyntaxError || error instanceof TypeError)
      throw new AppError('local_grant_invalid', {}, { cause: error });
    throw error;
  }
}
