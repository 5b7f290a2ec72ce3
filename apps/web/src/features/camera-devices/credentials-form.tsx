import { Button, NativeSelect } from '@mantine/core';
import type { Edge } from '@sightline/contracts/edges/edge';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountFields, type Account } from '../../ui/forms/account-fields.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { FieldPair, Fields, Form, FormActions } from '../../ui/forms/form.tsx';
import { Section } from '../../ui/page/section.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { CredentialsCameras } from './credentials-cameras.tsx';
import classes from './credentials.module.css';
import { CredentialsResult } from './credentials-result.tsx';
import { useCoreCameras } from './use-core-cameras.ts';
import { useCredentialsChange } from './use-credentials-change.ts';

const noAccount = { username: '', password: '' };

const missingOf = (cameraIds: readonly string[], { username }: Account): 'chooseFirst' | 'typeFirst' | null => {
  if (cameraIds.length === 0) return 'chooseFirst';
  return username === '' ? 'typeFirst' : null;
};

/** Gives cameras of a core another user name and password, one or many at once. What is stored is never shown. */
export function CredentialsForm({ edges }: { edges: readonly Edge[] }) {
  const { t } = useTranslation();
  const [edgeId, setEdgeId] = useState(edges[0]?.id ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [account, setAccount] = useState(noAccount);
  const { cameras, isComplete, failure, again } = useCoreCameras(edgeId);
  const change = useCredentialsChange((failedIds) => {
    // Those that have it not stay chosen, with what was typed, so that they are tried again with one press.
    setChosen(new Set(failedIds));
    if (failedIds.length === 0) setAccount(noAccount);
  });
  const cameraIds = cameras.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const missing = missingOf(cameraIds, account);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (missing === null) change.mutate({ cameraIds, credentials: account });
  };
  return (
    <Section>
      <Fields>
        <p className={classes.lead}>{t('cameraDevices.credentials.lead')}</p>
        <NativeSelect
          label={t('cameras.form.core')}
          data={edges.map(({ id, name }) => ({ value: id, label: name }))}
          value={edgeId}
          onChange={(event) => {
            setEdgeId(event.currentTarget.value);
            setChosen(new Set());
            change.reset();
          }}
        />
        {isComplete && cameras.length === 0 && <p>{t('cameraDevices.credentials.none')}</p>}
        {isComplete && cameras.length > 0 && (
          <CredentialsCameras key={edgeId} cameras={cameras} chosen={chosen} onChoose={setChosen} />
        )}
        {!isComplete && failure === null && <LoadingRows rows={3} />}
        {failure !== null && <FormFailure failure={failure} />}
        {failure !== null && (
          <div>
            <Button variant="default" onClick={again}>
              {t('common.actions.retry')}
            </Button>
          </div>
        )}
        <Form onSubmit={submit}>
          <FieldPair>
            <AccountFields needsUsername value={account} onChange={setAccount} />
          </FieldPair>
          {change.error !== null && <FormFailure failure={change.error} />}
          <FormActions>
            <Button type="submit" loading={change.isPending} disabled={missing !== null}>
              {t('cameraDevices.credentials.change', { count: cameraIds.length })}
            </Button>
            {missing !== null && change.data === undefined && (
              <span className={classes.lead}>{t(`cameraDevices.credentials.${missing}`)}</span>
            )}
          </FormActions>
          {change.data !== undefined && <CredentialsResult results={change.data} cameras={cameras} />}
        </Form>
      </Fields>
    </Section>
  );
}
