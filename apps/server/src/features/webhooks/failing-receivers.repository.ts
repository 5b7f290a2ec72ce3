import type { Work } from '../../platform/database/database.ts';

/** A receiver that has taken nothing since then; `isOff`: the server stopped sending to it. */
export interface FailingReceiver {
  webhookId: string;
  name: string;
  isService: boolean;
  since: Date;
  isOff: boolean;
}

/** Receivers that took nothing since before an instant, and those that the server switched off, whenever that was. */
export async function failingReceivers(trx: Work, organizationId: string, before: Date): Promise<FailingReceiver[]> {
  const rows = await trx
    .selectFrom('webhooks')
    .select(['id', 'name', 'service', 'failingSince', 'offBecause', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where((row) =>
      row.or([
        row('offBecause', 'is not', null),
        row.and([row('isEnabled', '=', true), row('failingSince', '<=', before)]),
      ]),
    )
    .orderBy('failingSince')
    .orderBy('id')
    .limit(20)
    .execute();
  return rows.map(({ id, name, service, failingSince, offBecause, createdAt }) => ({
    webhookId: id,
    name,
    isService: service !== 'webhook',
    since: failingSince ?? createdAt,
    isOff: offBecause !== null,
  }));
}
