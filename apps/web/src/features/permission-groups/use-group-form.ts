import { useTranslation } from 'react-i18next';
import { useCallForm } from '../../ui/forms/use-call-form.ts';

/** Name and description of a group. */
export interface GroupValues {
  name: string;
  description: string;
}

interface GroupFormDeps<Answer> {
  initial: GroupValues;
  /** Sends them without spaces at their ends. */
  send: (values: GroupValues) => Promise<Answer>;
  onDone: (answer: Answer, values: GroupValues) => unknown;
}

/** The form of a group; that its name is taken is said at the name. */
export const useGroupForm = <Answer>({ initial, send, onDone }: GroupFormDeps<Answer>) => {
  const { t } = useTranslation();
  return useCallForm<GroupValues, Answer>({
    initialValues: initial,
    validate: { name: (value) => (value.trim() === '' ? t('permissionGroups.form.nameMissing') : null) },
    send: ({ name, description }) => send({ name: name.trim(), description: description.trim() }),
    onDone,
    atField: { name_taken: 'name' },
  });
};
