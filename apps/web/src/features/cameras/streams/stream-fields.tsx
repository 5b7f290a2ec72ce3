import { NativeSelect, TextInput } from '@mantine/core';
import type { Edge } from '@sightline/contracts/edges/edge';
import type { ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountFields } from '../../../ui/forms/account-fields.tsx';
import { choicesWith } from '../../../ui/forms/choices-with.ts';
import { FieldPair } from '../../../ui/forms/form.tsx';
import { OptionalLabel } from '../../../ui/forms/optional-label.tsx';
import { liftAccount, type CameraForm } from '../use-camera-form.ts';

interface StreamFieldsProps {
  form: CameraForm;
  edges: readonly Edge[];
  /** Called when something changes that a test was about. */
  onStreamChange: () => void;
  /** Another core was chosen. */
  onEdge: (edge: Edge) => void;
}

/** Where the streams come from: core, address, second address, account. */
export function StreamFields({ form, edges, onStreamChange, onEdge }: StreamFieldsProps) {
  const { t } = useTranslation();
  const address = (field: 'url' | 'subUrl') => ({
    ...form.getInputProps(field),
    dir: 'ltr' as const,
    spellCheck: false,
    autoComplete: 'off',
    maxLength: 2200,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      onStreamChange();
      const { inputType } = event.nativeEvent as InputEvent;
      // Only a whole address can be split; while it is being typed an @ may still belong to the password.
      if (inputType === 'insertFromPaste' || inputType === 'insertFromDrop')
        liftAccount(form, field, event.currentTarget.value);
      else form.setFieldValue(field, event.currentTarget.value);
    },
    onBlur: () => liftAccount(form, field, form.getValues()[field]),
  });
  const options = edges.map(({ id, name, state }) => ({
    value: id,
    label: state === 'online' ? name : `${name} (${t(`edges.state.${state}`)})`,
  }));
  return (
    <>
      <NativeSelect
        label={t('cameras.form.core')}
        description={t('cameras.form.coreHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={choicesWith(options, form.getValues().edgeId)}
        {...form.getInputProps('edgeId')}
        onChange={({ currentTarget: { value } }) => {
          onStreamChange();
          form.setFieldValue('edgeId', value);
          const edge = edges.find(({ id }) => id === value);
          if (edge) onEdge(edge);
        }}
      />
      <TextInput
        label={t('cameras.form.url')}
        required
        placeholder="rtsp://192.168.1.64:554/stream1"
        description={t('cameras.form.urlHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...address('url')}
      />
      <FieldPair>
        <AccountFields
          value={form.getValues()}
          inputs={{ username: form.getInputProps('username'), password: form.getInputProps('password') }}
          onChange={(account) => {
            onStreamChange();
            form.setFieldValue('username', account.username);
            form.setFieldValue('password', account.password);
          }}
        />
      </FieldPair>
      <TextInput
        label={<OptionalLabel>{t('cameras.form.subUrl')}</OptionalLabel>}
        description={t('cameras.form.subUrlHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...address('subUrl')}
      />
    </>
  );
}
