import { logProblem } from '../log/log.ts';

/** A token that ends this soon is renewed. */
const marginMs = 2 * 60_000;

/** Push-to-talk and voicemail playback. */
export const mediaTokenKinds = ['twilioPtt', 'vmPlayback'] as const;

export type MediaTokenKind = (typeof mediaTokenKinds)[number];

/** `expiresAt` in UTC ms. */
export interface MediaToken {
  token: string;
  expiresAt: number;
}

/** Whether a token is missing, or ends within two minutes. */
export const isMediaTokenDue = (token: MediaToken | null, nowUtcMs: number): boolean =>
  token === null || token.expiresAt - nowUtcMs < marginMs;

/** What the keeper needs from the server. */
export interface MediaTokenSource {
  read: () => Promise<Record<MediaTokenKind, MediaToken | null>>;
  renew: (kind: MediaTokenKind) => Promise<MediaToken>;
  nowUtcMs: () => number;
}

/** Renews the tokens that are due and answers all of them; one that cannot be renewed stays as it was, because only its own button needs it. */
export const freshMediaTokens = async ({
  read,
  renew,
  nowUtcMs,
}: MediaTokenSource): Promise<Record<MediaTokenKind, MediaToken | null>> => {
  const tokens = { ...(await read()) };
  await Promise.all(
    mediaTokenKinds
      .filter((kind) => isMediaTokenDue(tokens[kind], nowUtcMs()))
      .map(async (kind) => {
        try {
          tokens[kind] = await renew(kind);
        } catch (failure) {
          logProblem(`The token for ${kind} could not be renewed`, failure);
        }
      }),
  );
  return tokens;
};
