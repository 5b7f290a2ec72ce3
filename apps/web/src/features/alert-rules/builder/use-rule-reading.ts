import { useQuery } from '@tanstack/react-query';
import type * as RuleReading from './rule-reading.ts';

/** What judges a rule as the server will: it weighs more than the form, which is there before it. */
export const readRules = (): Promise<typeof RuleReading> => import('./rule-reading.ts');

/** The same while a form is drawn; undefined until it has come. */
export const useRuleReading = (): typeof RuleReading | undefined =>
  useQuery({ queryKey: ['rule-reading'], queryFn: readRules, staleTime: Infinity, gcTime: Infinity }).data;
