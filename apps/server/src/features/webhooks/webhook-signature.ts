import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

/** A secret of Standard Webhooks: `whsec_` and base64. */
export const newWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/** What is signed: the id of the message, the second of the try, and the body, byte for byte. */
export interface SignedContent {
  id: string;
  atSeconds: number;
  body: string;
}

const signatureOf = (secret: string, { id, atSeconds, body }: SignedContent): string =>
  createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${atSeconds}.${body}`)
    .digest('base64');

/** Headers by which a receiver knows the message again and who sent it; one signature for each secret that is valid. */
export const signedHeaders = (secrets: readonly string[], content: SignedContent): Record<string, string> => ({
  'webhook-id': content.id,
  'webhook-timestamp': String(content.atSeconds),
  'webhook-signature': secrets.map((secret) => `v1,${signatureOf(secret, content)}`).join(' '),
});
