import type { HomeDay } from '@sightline/contracts/home/home-facts';

/** What of a day is known and was to be recorded. */
export function knownSpans({ known, unwanted }: Pick<HomeDay, 'known' | 'unwanted'>): HomeDay['gaps'] {
  if (known === null) return [];
  const spans: HomeDay['gaps'] = [];
  let from = known.fromUtcMs;
  for (const rest of unwanted) {
    if (rest.fromUtcMs > from) spans.push({ fromUtcMs: from, toUtcMs: Math.min(rest.fromUtcMs, known.toUtcMs) });
    from = Math.max(from, rest.toUtcMs);
  }
  if (from < known.toUtcMs) spans.push({ fromUtcMs: from, toUtcMs: known.toUtcMs });
  return spans;
}
