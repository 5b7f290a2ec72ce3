import type { EdgeCommandInput, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';

/** Keeps footage of alerts that the server judges: from its word on retention leaves it alone, as it does that of this core's own alerts. */
export const keepAsked = (
  { store, protectedSpans }: Pick<EdgeStores, 'store' | 'protectedSpans'>,
  { alerts }: EdgeCommandInput<'rules.keepFootage'>,
): EdgeCommandOutput<'rules.keepFootage'> => ({
  alerts: store.transaction(() =>
    alerts.map(({ closedUtcMs, ...span }) => ({
      alertId: span.alertId,
      untilUtcMs: protectedSpans.ask(span, closedUtcMs),
    })),
  )(),
});
