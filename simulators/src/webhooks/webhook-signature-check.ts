import { createHmac, timingSafeEqual } from 'node:crypto';

/** A message is refused when its time is further away than this. */
const toleranceSeconds = 300;

/** What came with a message. */
export interface SignedMessage {
  id: string;
  timestamp: string;
  signatures: string;
  body: string;
}

/** What is wrong with a message by Standard Webhooks 1.0, seen by a receiver that holds one secret; null when all is right. */
export function signatureFault(secret: string, message: SignedMessage, nowMs: number): string | null {
  const { id, timestamp, signatures, body } = message;
  if (id === '' || !/^\d+$/.test(timestamp)) return 'no id or time';
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds) return 'too old or too new';
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest();
  const isRight = signatures.split(' ').some((entry) => {
    const [version, value = ''] = entry.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isRight ? null : 'wrong signature';
}
