import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import type { WebhookRow } from './webhooks.repository.ts';

/** Where a sealed value of a webhook belongs; moved elsewhere it does not open. */
const contextOf = (organizationId: string, id: string, what: 'address' | 'secret'): string =>
  `webhook:${organizationId}:${id}:${what}`;

interface Place {
  organizationId: string;
  id: string;
}

export const sealAddress = (box: SealedBox, { organizationId, id }: Place, address: string): Buffer =>
  box.seal(address, contextOf(organizationId, id, 'address'));

export const sealSecret = (box: SealedBox, { organizationId, id }: Place, secret: string): Buffer =>
  box.seal(secret, contextOf(organizationId, id, 'secret'));

export const addressOf = (
  box: SealedBox,
  { organizationId, id, sealedAddress }: Place & Pick<WebhookRow, 'sealedAddress'>,
): string => box.open(sealedAddress, contextOf(organizationId, id, 'address'));

/** The secrets by which a message is signed now: for a day after a rotation, two. */
export function secretsOf(
  box: SealedBox,
  row: Place & Pick<WebhookRow, 'sealedSecret' | 'sealedFormerSecret' | 'formerUntil'>,
  now: Date,
): string[] {
  const context = contextOf(row.organizationId, row.id, 'secret');
  const { sealedSecret, sealedFormerSecret, formerUntil } = row;
  const isFormerValid = sealedFormerSecret !== null && formerUntil !== null && formerUntil > now;
  return [sealedSecret, ...(isFormerValid ? [sealedFormerSecret] : [])].map((sealed) => box.open(sealed, context));
}
