import { textParameter } from '../../platform/routes/search-parameters.ts';

/** Query of the list of API keys. */
export const apiSettingsSearch = (search: Record<string, unknown>): { page?: string | undefined } => ({
  page: textParameter(search.page),
});
