import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError, errorBody } from '@sightline/contracts/shared/errors';

export interface ClaimResult {
  edgeId: string;
  organizationId: string;
  name: string;
  /** Keys whose packages the server takes; none from older servers. */
  releaseKeys: string[];
}

/**
 * Exchanges a one-time code for the right to connect with `publicKey`. Fails with the server's code
 * (`claim_code_invalid`, `rate_limited` ...) or `unavailable` when the server does not answer.
 */
export async function claimEdge(request: {
  serverUrl: string;
  code: string;
  publicKey: string;
  version: string;
  hostname: string;
}): Promise<ClaimResult> {
  const { serverUrl, ...body } = request;
  const { method, path, output } = edgesCalls.claim;
  const answer = await fetch(new URL(path, serverUrl), {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  }).catch((cause: unknown) => {
    throw new AppError('unavailable', {}, { cause });
  });
  const json: unknown = await answer.json().catch(() => null);
  if (answer.ok) return output.parse(json);
  const failure = errorBody.safeParse(json);
  throw new AppError(
    failure.success ? (failure.data.code satisfies ErrorCode) : 'unavailable',
    failure.success ? failure.data.data : { status: answer.status },
  );
}
