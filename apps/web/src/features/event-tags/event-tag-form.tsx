import { NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { Section } from '../../ui/page/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { lengthRange } from './event-tag-values.ts';
import { FieldRows } from './field-rows.tsx';
import type { useEventTagForm } from './use-event-tag-form.ts';

/** Of the form, for the button in the head of the page. */
export const eventTagFormId = 'event-tag-form';

type EventTagFormProps = Pick<ReturnType<typeof useEventTagForm>, 'form' | 'onSubmit' | 'failure'>;

/** Name, length and fields of an event tag. */
export function EventTagForm({ form, onSubmit, failure }: EventTagFormProps) {
  const { t } = useTranslation();
  return (
    <form id={eventTagFormId} onSubmit={onSubmit} noValidate>
      <UnsavedGuard isDirty={() => form.isDirty()} />
      <Section>
        <Fields>
          <TextInput
            label={t('eventTags.form.name')}
            placeholder={t('eventTags.create.untitled')}
            maxLength={80}
            {...form.getInputProps('name')}
          />
          <NumberInput
            label={t('eventTags.form.videoLength')}
            description={t('eventTags.form.videoLengthHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={lengthRange.min}
            max={lengthRange.max}
            clampBehavior="none"
            allowDecimal={false}
            {...form.getInputProps('videoLength')}
          />
        </Fields>
      </Section>
      <Section title={t('eventTags.form.fields')} lead={t('eventTags.form.fieldsLead')}>
        <Fields>
          <FieldRows form={form} />
          {failure !== null && <FormFailure failure={failure} />}
        </Fields>
      </Section>
    </form>
  );
}
