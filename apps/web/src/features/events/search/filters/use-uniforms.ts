import type { Uniform } from '@sightline/contracts/uniforms/uniform';
import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import { useQuery } from '@tanstack/react-query';
import { callAll } from '../../../../platform/api/client.ts';
import { useMay } from '../../../../platform/session/may.ts';

/** Uniforms by which one can search; none for whoever may not read their directory. */
export function useUniforms(): readonly Uniform[] {
  const may = useMay('OrganizationDatabasePeopleDirectory');
  return useQuery({ ...callAll(uniformsCalls.list, { query: { limit: 200 } }), enabled: may }).data?.items ?? [];
}
