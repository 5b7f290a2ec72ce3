import type { Alert } from '@sightline/contracts/alerts/alert';
import { takesAway } from '../../../platform/api/query-client.ts';

/** Alerts as they are now, and those that the server does not show to this person any more. What could not be read is in neither. */
export interface ReadRows {
  read: Alert[];
  takenAway: ReadonlySet<string>;
}

/** Reads alerts one by one. Somebody who is refused one is not shown it any longer; where nobody answered, it stays as it was. */
export async function readEach(ids: readonly string[], read: (id: string) => Promise<Alert>): Promise<ReadRows> {
  const takenAway = new Set<string>();
  const answers = await Promise.all(
    ids.map((id) =>
      read(id).catch((failure: unknown) => {
        if (takesAway(failure)) takenAway.add(id);
        return null;
      }),
    ),
  );
  return { read: answers.filter((alert) => alert !== null), takenAway };
}
