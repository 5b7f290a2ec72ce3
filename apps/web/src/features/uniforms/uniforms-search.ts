import { oneOf, textParameter } from '../../platform/routes/search-parameters.ts';

/** Query of the directory of uniforms: which list, and what is searched. */
export interface UniformsSearch {
  tab?: 'existing' | 'unsaved' | undefined;
  search?: string | undefined;
}

export const uniformsSearch = (search: Record<string, unknown>): UniformsSearch => ({
  tab: oneOf(['existing', 'unsaved'], search.tab),
  search: textParameter(search.search),
});
