import { Select, Textarea, TextInput } from '@mantine/core';
import type { OrgVariable, OrgVariableType } from '@sightline/contracts/org-variables/org-variable';
import { orgVariableTypes } from '@sightline/contracts/org-variables/org-variable-types';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { useVariableForm } from './use-variable-form.ts';
import { prettyJson } from './variable-values.ts';
import classes from './variables.module.css';

interface VariableDialogProps {
  /** Null: a new one. */
  variable: OrgVariable | null;
  onClose: () => void;
}

/** Adds a variable, or gives one another value; its name stays. */
export function VariableDialog({ variable, onClose }: VariableDialogProps) {
  const { t } = useTranslation();
  const { form, onSubmit, isSending, isSent, failure, nameFault, valueFault, isReady } = useVariableForm(
    variable,
    ({ name }) => {
      const done = variable === null ? t('orgVariables.create.done', { name }) : t('orgVariables.edit.done', { name });
      toastSuccess({ title: done });
      onClose();
    },
  );
  const { type, text } = form.values;
  return (
    <FormDialog
      title={variable === null ? t('orgVariables.create.title') : t('orgVariables.edit.title')}
      width={400}
      submitLabel={variable === null ? t('orgVariables.create.action') : t('common.actions.save')}
      isBusy={isSending}
      isReady={isReady}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <UnsavedGuard isDirty={() => form.isDirty() && !isSent} />
      <TextInput
        required
        label={t('orgVariables.list.name')}
        maxLength={120}
        disabled={variable !== null}
        {...form.getInputProps('name')}
        error={nameFault}
      />
      <Select
        required
        label={t('orgVariables.list.type')}
        allowDeselect={false}
        data={orgVariableTypes.map((value) => ({ value, label: t(`orgVariables.type.${value}`) }))}
        value={type}
        // What fits one type fits no other.
        onChange={(next) => form.setValues({ type: (next ?? type) as OrgVariableType, text: '' })}
      />
      {type === 'json' ? (
        <Textarea
          required
          label={t('orgVariables.list.value')}
          autosize
          minRows={6}
          maxRows={14}
          dir="ltr"
          spellCheck={false}
          classNames={{ input: classes.editor ?? '' }}
          {...form.getInputProps('text')}
          onBlur={() => form.setFieldValue('text', prettyJson(text))}
          error={valueFault}
        />
      ) : (
        <TextInput
          required
          label={t('orgVariables.list.value')}
          maxLength={4000}
          {...(type !== 'string' && { inputMode: 'decimal', dir: 'ltr' })}
          {...form.getInputProps('text')}
          error={valueFault}
        />
      )}
    </FormDialog>
  );
}
