import { Switch } from '@mantine/core';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import type { AnalyticsSwitch, AnalyticsSwitches } from '@sightline/contracts/organizations/analytics-switches';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { useMay } from '../../platform/session/may.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { Section } from '../../ui/page/section.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { recognitionAllowed } from './organization-queries.ts';

const names = [
  'faceRecognition',
  'licensePlates',
  'vehicleMMC',
  'protectiveGear',
  'forklift',
  'container',
  'shoppingCart',
] as const satisfies readonly AnalyticsSwitch[];

/** What the cameras of the organization may recognise; each switch is saved by itself. Switching faces off erases them, and is asked about. */
export function RecognitionForm({ isAllowed }: { isAllowed: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const allowed = useQuery(recognitionAllowed());
  const mayReadReports = useMay('OrganizationDatabasePeopleDirectory');
  const [isAsking, setAsking] = useState(false);
  const set = useMutation({
    mutationFn: (change: Partial<AnalyticsSwitches>) => call(organizationsCalls.setAnalyticsSwitches, { body: change }),
    onSuccess: (saved) => {
      client.setQueryData(callKey(organizationsCalls.getAnalyticsSwitches, {}), saved);
      toastSuccess({ title: t('organizations.recognition.saved') });
    },
  });
  const failure = set.error ?? allowed.error;
  return (
    <Section
      title={t('organizations.recognition.title')}
      lead={t('organizations.recognition.lead')}
      aria-label={t('organizations.recognition.title')}
    >
      <Fields>
        {allowed.data !== undefined &&
          names.map((name) => (
            <Switch
              key={name}
              label={t(`organizations.recognition.${name}`)}
              checked={set.isPending && set.variables[name] !== undefined ? set.variables[name] : allowed.data[name]}
              disabled={!isAllowed || set.isPending}
              onChange={({ currentTarget: { checked } }) => {
                if (name === 'faceRecognition' && !checked) setAsking(true);
                else set.mutate({ [name]: checked });
              }}
            />
          ))}
        {allowed.data?.faceRecognition === false && mayReadReports && (
          <Link to="/database/erasures">{t('organizations.recognition.facesOff.reports')}</Link>
        )}
        {failure !== null && <FormFailure failure={failure} />}
      </Fields>
      {isAsking && (
        <ConfirmDialog
          title={t('organizations.recognition.facesOff.title')}
          text={t('organizations.recognition.facesOff.text')}
          confirmLabel={t('organizations.recognition.facesOff.action')}
          onClose={() => setAsking(false)}
          onConfirm={async () => void (await set.mutateAsync({ faceRecognition: false }))}
        />
      )}
    </Section>
  );
}
