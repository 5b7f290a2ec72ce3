import { Button, Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { cameraDevicesCalls } from '@sightline/contracts/camera-devices/camera-devices.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Edge } from '@sightline/contracts/edges/edge';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey, callQuery } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import formClasses from '../../ui/forms/form.module.css';
import { OptionalLabel } from '../../ui/forms/optional-label.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import classes from './credentials.module.css';
import { CredentialsResult } from './credentials-result.tsx';

/** Gives cameras of a core another user name and password, one or many at once. What is stored is never shown. */
export function CredentialsForm({ edges }: { edges: readonly Edge[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [edgeId, setEdgeId] = useState(edges[0]?.id ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [account, setAccount] = useState({ username: '', password: '' });
  const list = useQuery(callQuery(camerasCalls.list, { query: { edgeId, limit: 200 } }));
  const cameras = (list.data?.items ?? []).filter(({ can }) => can.edit);
  const cameraIds = cameras.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const change = useMutation({
    mutationFn: () => call(cameraDevicesCalls.setCredentials, { body: { cameraIds, credentials: account } }),
    onSuccess: async () => {
      setAccount({ username: '', password: '' });
      setChosen(new Set());
      await client.invalidateQueries({ queryKey: callKey(camerasCalls.list) });
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (cameraIds.length > 0) change.mutate();
  };
  return (
    <section className={formClasses.section}>
      <form className={formClasses.form} onSubmit={submit} noValidate>
        <p className={classes.lead}>{t('cameraDevices.credentials.lead')}</p>
        <NativeSelect
          label={t('cameras.form.core')}
          data={edges.map(({ id, name }) => ({ value: id, label: name }))}
          value={edgeId}
          onChange={(event) => {
            setEdgeId(event.currentTarget.value);
            setChosen(new Set());
          }}
        />
        {list.isPending && <LoadingRows rows={3} />}
        {list.error !== null && <FormFailure failure={list.error} />}
        {list.data !== undefined && cameras.length === 0 && <p>{t('cameraDevices.credentials.none')}</p>}
        {cameras.length > 0 && (
          <Checkbox.Group label={t('cameras.list.label')} value={cameraIds} onChange={(ids) => setChosen(new Set(ids))}>
            <div className={classes.cameras}>
              {cameras.map(({ id, name, username }) => (
                <Checkbox
                  key={id}
                  value={id}
                  label={<bdi>{name}</bdi>}
                  description={username === '' ? t('cameraDevices.credentials.noAccount') : <bdi dir="ltr">{username}</bdi>}
                />
              ))}
            </div>
          </Checkbox.Group>
        )}
        {cameras.length > 1 && (
          <div>
            <Button variant="subtle" color="gray" onClick={() => setChosen(new Set(cameras.map(({ id }) => id)))}>
              {t('cameraDevices.credentials.all')}
            </Button>
          </div>
        )}
        <div className={formClasses.pair}>
          <TextInput
            label={<OptionalLabel>{t('cameras.form.username')}</OptionalLabel>}
            dir="ltr"
            autoComplete="off"
            maxLength={200}
            value={account.username}
            onChange={(event) => setAccount({ ...account, username: event.currentTarget.value })}
          />
          <PasswordInput
            label={<OptionalLabel>{t('cameras.form.password')}</OptionalLabel>}
            dir="ltr"
            autoComplete="new-password"
            maxLength={200}
            visibilityToggleButtonProps={{ 'aria-label': t('sessions.signIn.showPassword') }}
            value={account.password}
            onChange={(event) => setAccount({ ...account, password: event.currentTarget.value })}
          />
        </div>
        {change.error !== null && <FormFailure failure={change.error} />}
        <div className={formClasses.actions}>
          <Button type="submit" loading={change.isPending} disabled={cameraIds.length === 0}>
            {t('cameraDevices.credentials.change', { count: cameraIds.length })}
          </Button>
        </div>
        {change.data !== undefined && <CredentialsResult results={change.data.results} cameras={cameras} />}
      </form>
    </section>
  );
}
