import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import { useQueryClient } from '@tanstack/react-query';
import { callKey, callPages, callQuery } from '../../platform/api/client.ts';

/** Uniforms by their names, those whose name holds a text. */
export const uniformPages = (search: string) =>
  callPages(uniformsCalls.list, { query: { limit: 60, search: search.trim() === '' ? undefined : search.trim() } });

/** Groups of people in clothes that are alike. */
export const suggestedUniforms = callQuery(uniformsCalls.suggested, {});

/** Reads both lists anew. */
export function useRereadUniforms(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    for (const definition of [uniformsCalls.list, uniformsCalls.suggested])
      await client.invalidateQueries({ queryKey: callKey(definition) });
  };
}
