import { newId } from '../../src/platform/ids/ids.ts';
import type { MakeThings, TenantExamples } from '../tenant-things.ts';

interface OrgVariableThings {
  orgVariableId: string;
  orgVariableName: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends OrgVariableThings {}
}

/** Of the one that was made last: it is deleted by its name. */
let lastName = '';

export const tenantExamples: TenantExamples = {
  'orgVariables.list': () => ({}),
  'orgVariables.checkName': () => ({ query: { name: 'Opening hour' } }),
  'orgVariables.changes': ({ orgVariableId }) => ({ query: { variableId: orgVariableId } }),
  'orgVariables.create': () => {
    lastName = `Variable ${newId()}`;
    return { body: { name: lastName, type: 'int', value: 8 } };
  },
  'orgVariables.update': ({ orgVariableId }) => ({
    params: { id: orgVariableId },
    body: { type: 'string', value: 'eight', revision: 1 },
  }),
  'orgVariables.remove': ({ orgVariableName }) => ({ query: { name: orgVariableName } }),
};

export const makeThings: MakeThings<OrgVariableThings> = async (make) => {
  const orgVariableId = await make('orgVariables.create', {});
  return { orgVariableId, orgVariableName: lastName };
};
