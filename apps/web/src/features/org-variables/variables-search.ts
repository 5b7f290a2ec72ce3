import { flag, idParameter, oneOf, textParameter } from '../../platform/routes/search-parameters.ts';

/** What the address of the page holds: tab, search, whose history, and whether a variable is being added. */
export interface VariablesSearch {
  tab?: 'changes' | undefined;
  search?: string | undefined;
  variable?: string | undefined;
  createVariable?: 'true' | undefined;
}

/** Reads it; what is wrong is left out. */
export const variablesSearch = (search: Record<string, unknown>): VariablesSearch => ({
  tab: oneOf(['changes'], search.tab),
  search: textParameter(search.search),
  variable: idParameter(search.variable),
  createVariable: flag(search, 'createVariable'),
});
