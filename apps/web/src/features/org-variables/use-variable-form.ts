import type { OrgVariable, OrgVariableType } from '@sightline/contracts/org-variables/org-variable';
import { orgVariablesCalls } from '@sightline/contracts/org-variables/org-variables.api';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { nameCheck, refreshVariables } from './variable-queries.ts';
import { textOf, valueOf, type TypedValue } from './variable-values.ts';

interface VariableValues {
  name: string;
  type: OrgVariableType;
  text: string;
}

const checkAfterMs = 300;

const valuesOf = (variable: OrgVariable | null): VariableValues =>
  variable === null
    ? { name: '', type: 'string', text: '' }
    : { name: variable.name, type: variable.type, text: textOf(variable) };

const save = (variable: OrgVariable | null, name: string, typed: TypedValue): Promise<OrgVariable> =>
  variable === null
    ? call(orgVariablesCalls.create, { body: { name, ...typed } })
    : call(orgVariablesCalls.update, { params: { id: variable.id }, body: { revision: variable.revision, ...typed } });

/** Whether the name that was typed is another variable's: asked once nobody has typed for a moment. */
const useTakenName = (name: string, isNew: boolean): boolean => {
  const [asked] = useDebouncedValue(name.trim(), checkAfterMs);
  const check = useQuery({ ...nameCheck(asked), enabled: isNew && asked !== '' });
  return isNew && asked === name.trim() && asked !== '' && check.data?.isTaken === true;
};

/** The form of a new variable, with null, or of one that is there. */
export const useVariableForm = (variable: OrgVariable | null, onSaved: (saved: OrgVariable) => void) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const made = useCallForm<VariableValues, OrgVariable>({
    initialValues: valuesOf(variable),
    send: ({ name, type, text }) => {
      const typed = valueOf(type, text);
      if (typed === null) throw new Error('sent without a value');
      return save(variable, name.trim(), typed);
    },
    atField: { name_taken: 'name' },
    onDone: async (saved) => {
      onSaved(saved);
      await refreshVariables(client);
    },
  });
  const { name, type, text } = made.form.values;
  const isTaken = useTakenName(name, variable === null);
  const isMeant = valueOf(type, text) !== null;
  return {
    ...made,
    nameFault: isTaken ? t('orgVariables.form.nameTaken') : made.form.errors['name'],
    valueFault: text.trim() !== '' && !isMeant ? t(`orgVariables.form.wrong.${type}`) : null,
    isReady: name.trim() !== '' && isMeant && !isTaken,
  };
};
