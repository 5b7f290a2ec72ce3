import { useQuery } from '@tanstack/react-query';
import { readApiError } from '../../../platform/api/api-error.ts';

/** Whether a picture that did not load is withheld, because it shows what its camera hides; null until that is known. */
export function useIsWithheld(url: string | null): boolean | null {
  const { data } = useQuery({
    queryKey: ['withheld-picture', url],
    enabled: url !== null,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const response = await fetch(url ?? '', { signal });
      return !response.ok && (await readApiError(response)).code === 'privacy_picture_before';
    },
  });
  return data ?? null;
}
