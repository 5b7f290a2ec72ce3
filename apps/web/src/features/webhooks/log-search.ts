import { oneOf } from '../../platform/routes/search-parameters.ts';

/** States of messages, in the order in which the filter offers them. */
export const deliveryStates = ['delivered', 'waiting', 'dead'] as const;

/** Query of the log of a webhook. */
export const logSearch = (
  search: Record<string, unknown>,
): { state?: (typeof deliveryStates)[number] | undefined } => ({ state: oneOf(deliveryStates, search.state) });
