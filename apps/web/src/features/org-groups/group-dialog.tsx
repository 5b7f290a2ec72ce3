import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { OrgGroupMember, OrgGroupType, WholeOrgGroup } from '@sightline/contracts/org-groups/org-group';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { candidates, refreshGroups } from './group-queries.ts';

const searchAfterMs = 250;

interface MembersFieldProps {
  type: OrgGroupType;
  /** Members that the group has already, with their names. */
  known: readonly OrgGroupMember[];
  value: string[];
  onChange: (ids: string[]) => void;
}

/** Members of a group, found by typing; names of those that were chosen stay known while something else is searched. */
function MembersField({ type, known, value, onChange }: MembersFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed, searchAfterMs);
  const found = useQuery({ ...candidates(type, query), placeholderData: keepPreviousData }).data?.items ?? [];
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map(known.map(({ id, name }) => [id, name])));
  const names = new Map([...seen, ...found.map(({ id, name }): [string, string] => [id, name])]);
  return (
    <MultiSelect
      label={t('orgGroups.form.members')}
      placeholder={value.length === 0 ? t('orgGroups.form.chooseMembers') : undefined}
      data={[...names].map(([id, name]) => ({ value: id, label: name }))}
      value={value}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // What the server found is offered as it is.
      filter={({ options }) => options.filter((one) => 'value' in one && found.some(({ id }) => id === one.value))}
      hidePickedOptions
      nothingFoundMessage={t('orgGroups.form.membersNone')}
      onChange={(ids) => {
        setSeen(names);
        onChange(ids);
      }}
    />
  );
}

interface GroupDialogProps {
  type: OrgGroupType;
  /** Null: a new one. */
  group: WholeOrgGroup | null;
  onClose: () => void;
}

/** Makes a group, or changes its name and members. */
export function GroupDialog({ type, group, onClose }: GroupDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, onSubmit, isSending, isSent, failure } = useCallForm({
    initialValues: { name: group?.name ?? '', memberIds: group?.members.map(({ id }) => id) ?? [] },
    send: ({ name, memberIds }: { name: string; memberIds: string[] }) => {
      const body = { name: name.trim(), memberIds };
      return group === null
        ? call(orgGroupsCalls.create, { body: { ...body, type } })
        : call(orgGroupsCalls.update, { params: { id: group.id }, body: { ...body, revision: group.revision } });
    },
    atField: { name_taken: 'name' },
    onDone: async ({ name }) => {
      toastSuccess({
        title: group === null ? t('orgGroups.create.done', { name }) : t('orgGroups.edit.done', { name }),
      });
      onClose();
      await refreshGroups(client);
    },
  });
  return (
    <FormDialog
      title={group === null ? t('orgGroups.create.title') : t('orgGroups.edit.title')}
      width={572}
      submitLabel={group === null ? t('orgGroups.create.action') : t('common.actions.save')}
      isBusy={isSending}
      isReady={form.values.name.trim() !== ''}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <UnsavedGuard isDirty={() => form.isDirty() && !isSent} />
      <TextInput required label={t('orgGroups.form.name')} maxLength={120} {...form.getInputProps('name')} />
      <MembersField
        type={type}
        known={group?.members ?? []}
        value={form.values.memberIds}
        onChange={(ids) => form.setFieldValue('memberIds', ids)}
      />
    </FormDialog>
  );
}
