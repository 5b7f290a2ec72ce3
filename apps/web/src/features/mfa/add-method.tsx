import { mfaCalls } from '@sightline/contracts/mfa/mfa.api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer } from 'react';
import { call, callKey } from '../../platform/api/client.ts';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { enrolmentAfter, noEnrolment } from './enrolment-state.ts';
import { NameMethodForm } from './name-method-form.tsx';
import { ownProfileQuery } from './mfa-queries.ts';
import { ScanMethodForm } from './scan-method-form.tsx';

interface AddMethodProps {
  /** Verified, and backup codes were kept where some were made. */
  onDone: () => void;
  /** What the person presses after keeping the backup codes. */
  doneLabel: string;
}

/** Adds an authenticator application: a name and the password, the picture to scan, a code of it, the backup codes. */
export function AddMethod({ onDone, doneLabel }: AddMethodProps) {
  const client = useQueryClient();
  const [state, step] = useReducer(enrolmentAfter, noEnrolment);
  const profile = useQuery(ownProfileQuery());
  const create = useMutation({
    mutationFn: (body: { name: string; password?: string }) => call(mfaCalls.create, { body }),
    onMutate: () => step({ type: 'create' }),
    onSuccess: (enrolment) => step({ type: 'created', enrolment }),
  });
  const verify = useMutation({
    mutationFn: ({ id, code }: { id: string; code: string }) =>
      call(mfaCalls.verify, { params: { id }, body: { code } }),
    onMutate: () => step({ type: 'verify' }),
    onError: () => step({ type: 'refused' }),
    onSuccess: async ({ codes }) => {
      step({ type: 'verified', codes });
      await client.invalidateQueries({ queryKey: callKey(mfaCalls.list) });
    },
  });
  const finish = useEffectEvent(onDone);
  const isDoneWithoutCodes = state.isDone && state.codes === null;
  useEffect(() => {
    if (isDoneWithoutCodes) finish();
  }, [isDoneWithoutCodes]);
  if (profile.data === undefined)
    return profile.error === null ? <LoadingRows rows={2} /> : <FormFailure failure={profile.error} />;
  if (state.codes !== null) return <BackupCodes codes={state.codes} doneLabel={doneLabel} onDone={onDone} />;
  const { enrolment } = state;
  if (enrolment === null)
    return (
      <NameMethodForm
        needsPassword={profile.data.identities.some(({ provider }) => provider === 'password')}
        failure={create.error}
        isBusy={create.isPending}
        onCreate={create.mutate}
      />
    );
  return (
    <ScanMethodForm
      enrolment={enrolment}
      isVerifying={state.isVerifying}
      failure={verify.error}
      onVerify={(code) => verify.mutate({ id: enrolment.method.id, code })}
      onAgain={() => {
        verify.reset();
        step({ type: 'create' });
      }}
    />
  );
}
