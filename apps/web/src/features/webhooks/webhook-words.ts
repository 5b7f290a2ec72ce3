import { messageKinds, type MessageKind } from '@sightline/contracts/webhooks/message-kinds';
import type { Delivery, DeliveryAttempt, Webhook } from '@sightline/contracts/webhooks/webhook';
import type { TFunction } from 'i18next';
import type { StatusLevel } from '../../ui/status/status-glyph.tsx';

const isKind = (kind: string): kind is MessageKind => Object.hasOwn(messageKinds, kind);

/** What a message tells, in words; the name of the kind where only a newer server words it. */
export function kindName(t: TFunction, { kind, isTest }: Pick<Delivery, 'kind' | 'isTest'>): string {
  if (isTest) return t('webhooks.kind.test');
  return isKind(kind) ? t(`webhooks.kind.${kind}`) : kind;
}

/** Names of kinds, one after the other. */
export const kindNames = (t: TFunction, kinds: readonly MessageKind[]): string =>
  kinds.map((kind) => t(`webhooks.kind.${kind}`)).join(' · ');

/** How a webhook fares; `failing` with since when. */
export type WebhookFare =
  | { level: StatusLevel; state: 'on' | 'off' | 'gone' | 'gaveUp' }
  | { level: StatusLevel; state: 'failing'; sinceUtcMs: number };

export function fareOf({ isEnabled, offBecause, failingSinceUtcMs }: Webhook): WebhookFare {
  if (offBecause === 'gone') return { level: 'bad', state: 'gone' };
  if (offBecause === 'failing') return { level: 'bad', state: 'gaveUp' };
  if (!isEnabled) return { level: 'idle', state: 'off' };
  return failingSinceUtcMs === null
    ? { level: 'ok', state: 'on' }
    : { level: 'warn', state: 'failing', sinceUtcMs: failingSinceUtcMs };
}

/** What came of a try: the status of the answer, or why there was none. */
export function outcomeOf(t: TFunction, { status, failure }: DeliveryAttempt): string {
  if (failure === 'redirected') return t('webhooks.failure.redirected');
  if (status !== null) return t('webhooks.log.answered', { status });
  return t(`webhooks.failure.${failure ?? 'connection_failed'}`);
}
