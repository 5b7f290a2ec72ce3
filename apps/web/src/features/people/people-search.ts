import { flag, idParameter, oneOf, textParameter } from '../../platform/routes/search-parameters.ts';

/** The two lists of the directory. */
export type PeopleTab = 'existing' | 'unsaved';

/** Query of the directory of people: which list, what is searched, and what is open. */
export interface PeopleSearch {
  tab?: PeopleTab | undefined;
  search?: string | undefined;
  addPersonFromFile?: 'true' | undefined;
  person?: string | undefined;
}

export const peopleSearch = (search: Record<string, unknown>): PeopleSearch => ({
  tab: oneOf(['existing', 'unsaved'], search.tab),
  search: textParameter(search.search),
  addPersonFromFile: flag(search, 'addPersonFromFile'),
  person: idParameter(search.person),
});
