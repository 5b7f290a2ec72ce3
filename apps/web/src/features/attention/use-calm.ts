import type { AttentionList } from '@sightline/contracts/attention/attention';
import { useCutOff } from '../../platform/realtime/connection-store.ts';
import { useAttention } from './attention-queries.ts';

/** What is known of what needs somebody, while that is nothing and can be relied on; undefined otherwise, also before anything is known. */
export function useCalm(): AttentionList | undefined {
  const { data, error } = useAttention();
  const isCutOff = useCutOff() !== null;
  const isCalm = data !== undefined && error === null && !isCutOff && data.total === 0 && data.items.length === 0;
  return isCalm ? data : undefined;
}
