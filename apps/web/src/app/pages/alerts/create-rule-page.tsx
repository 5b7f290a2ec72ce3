import { useParams, useSearch } from '@tanstack/react-router';
import { NotFoundPage } from '../../../ui/pages/not-found-page.tsx';
import { CreateRule } from '../../../features/alert-rules/builder/create-rule.tsx';
import { kindOfAddress } from '../../../features/alert-rules/builder/kind-of-address.ts';
import { templateNamed } from '../../../features/alert-rules/templates/rule-templates.ts';
import { livePictureOf } from '../drawn-live-picture.tsx';

/** A new rule of the kind that the address names. */
export function CreateRulePage() {
  const { group, number } = useParams({ from: '/shell/organization/alert/create/$group/$number' });
  const { template, camera } = useSearch({ from: '/shell/organization/alert/create/$group/$number' });
  const kind = kindOfAddress(group, number);
  if (kind === null) return <NotFoundPage />;
  return (
    <CreateRule
      key={`${kind} ${template ?? ''} ${camera ?? ''}`}
      kind={kind}
      template={templateNamed(template)}
      cameraId={camera}
      livePicture={livePictureOf}
    />
  );
}
