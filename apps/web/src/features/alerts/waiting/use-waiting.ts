import { useQuery } from '@tanstack/react-query';
import { alertCounts } from '../alert-queries.ts';
import { severities } from '../alert-filters.ts';

/** How many alerts nobody has taken, and the worst severity among them; undefined until that is known. */
export function useWaiting() {
  const { data, error } = useQuery(alertCounts());
  if (data === undefined) return { count: undefined, worst: undefined, error };
  const count = severities.reduce((sum, severity) => sum + data.new[severity], 0);
  return { count, worst: severities.find((severity) => data.new[severity] > 0), error };
}
