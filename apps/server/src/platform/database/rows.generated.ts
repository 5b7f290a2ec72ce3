// Written from the migrated database: npx vitest run tools/rows -u
import type { Role, UserSettings } from '@sightline/contracts/accounts/account';
import type { AlertChannel, AlertReason, AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import type { RuleCondition, RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import type { ImportSettings } from '@sightline/contracts/camera-onboarding/camera-import';
import type {
  RecordingMode,
  StreamFormat,
  StreamKind,
  StreamState,
  StreamStatus,
  StreamTest,
} from '@sightline/contracts/cameras/camera';
import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { FoundDevice } from '@sightline/contracts/cameras/camera-onvif';
import type { CameraSettings, WeeklyHours } from '@sightline/contracts/cameras/camera-settings';
import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import type { DispatchFailure, DispatchService } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import type { PackageManifest } from '@sightline/contracts/edge-releases/core-package';
import type { CoreUpdateState } from '@sightline/contracts/edge-releases/core-software';
import type { KeptDhcp } from '@sightline/contracts/edges/dhcp';
import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import type { EventTagInput } from '@sightline/contracts/event-tags/event-tag';
import type {
  AccessDirection,
  AccessEventKind,
  AccessJudgement,
} from '@sightline/contracts/access-events/access-event';
import type { DoorPosition } from '@sightline/contracts/doors/door-link';
import type { EventClass } from '@sightline/contracts/events/event';
import type { ExportState } from '@sightline/contracts/exports/export';
import type { GrantedCamera } from '@sightline/contracts/local-grants/local-grant';
import type { OrgGroupType } from '@sightline/contracts/org-groups/org-group';
import type { AnalyticsSwitches } from '@sightline/contracts/organizations/analytics-switches';
import type { EntityKind } from '@sightline/contracts/permission-groups/permission-group';
import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { Gap, Interval } from '@sightline/contracts/recordings/recording';
import type { ScheduleTimes } from '@sightline/contracts/schedules/schedule';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { StatusPart, StatusState } from '@sightline/contracts/status/status';
import type { NotificationSchedule } from '@sightline/contracts/user-devices/user-device';
import type { MemberRole } from '@sightline/contracts/users/user';
import type { LineFault } from '@sightline/contracts/vehicles/vehicle-import';
import type { UniformJudge } from '@sightline/contracts/uniforms/uniform-judge';
import type { VehicleColor } from '@sightline/contracts/vehicles/vehicle-colors';
import type { VehicleMake } from '@sightline/contracts/vehicles/vehicle-makes';
import type { DeliveryAttempt, DeliveryFailure } from '@sightline/contracts/webhooks/webhook';
import type { MessageKind } from '@sightline/contracts/webhooks/message-kinds';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';

/** A jsonb column: read as a value, written as text, because the driver would turn arrays into SQL arrays. */
type Json<T> = ColumnType<T, string, string>;
type DefaultedJson<T> = ColumnType<T, string | undefined, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** Every table, as the numbered migrations leave it. Columns are snake_case in the database. */
export interface Schema {
  'auth.account': {
    id: string;
    accountId: string;
    providerId: string;
    userId: string;
    accessToken: string | null;
    refreshToken: string | null;
    idToken: string | null;
    accessTokenExpiresAt: Date | null;
    refreshTokenExpiresAt: Date | null;
    scope: string | null;
    password: string | null;
    createdAt: Generated<Date>;
    updatedAt: Date;
    origin: string | null;
    label: string | null;
  };
  'auth.accountLinks': {
    tokenHash: Buffer;
    userId: string;
    kind: 'verify' | 'reset' | 'changeEmail';
    email: string;
    createdAt: Date;
    expiresAt: Date;
  };
  'auth.failures': {
    keyHash: Buffer;
    count: number;
    since: Date;
    lockedUntil: Date | null;
  };
  'auth.mediaTokens': {
    userId: string;
    organizationId: string;
    kind: 'twilioPtt' | 'vmPlayback';
    expiresAt: Date;
  };
  'auth.mfaBackupCodes': {
    userId: string;
    codeHash: Buffer;
  };
  'auth.mfaChallenges': {
    tokenHash: Buffer;
    userId: string;
    authProviderId: string | null;
    providerOrganizationId: string | null;
    wrong: Generated<number>;
    expiresAt: Date;
  };
  'auth.mfaMethods': {
    id: string;
    userId: string;
    name: string;
    sealed: Buffer;
    lastCounter: Generated<number>;
    createdAt: Date;
    verifiedAt: Date | null;
    lastUsedAt: Date | null;
  };
  'auth.passkeyCeremonies': {
    tokenHash: Buffer;
    userId: string | null;
    challenge: string;
    expiresAt: Date;
  };
  'auth.passkeys': {
    id: string;
    userId: string;
    credentialId: string;
    publicKey: Buffer;
    counter: Generated<number>;
    transports: Generated<string[]>;
    name: string;
    isSynced: boolean;
    createdAt: Date;
    lastUsedAt: Date | null;
  };
  'auth.providerCodes': {
    codeHash: Buffer;
    browserHash: Buffer;
    providerId: string;
    organizationId: string;
    userId: string;
    expiresAt: Date;
    usedAt: Date | null;
  };
  'auth.providerRequests': {
    stateHash: Buffer;
    browserHash: Buffer;
    providerId: string;
    organizationId: string;
    userId: string | null;
    sessionId: string | null;
    sealed: Buffer;
    redirectUrl: string;
    sealedPerson: Buffer | null;
    createdAt: Date;
    expiresAt: Date;
    answeredAt: Date | null;
    usedAt: Date | null;
  };
  'auth.refreshTokens': {
    id: string;
    sessionId: string;
    tokenHash: Buffer;
    organizationId: string | null;
    createdAt: Generated<Date>;
    expiresAt: Date;
    usedAt: Date | null;
  };
  'auth.session': {
    id: string;
    expiresAt: Date;
    token: string;
    createdAt: Generated<Date>;
    updatedAt: Date;
    ipAddress: string | null;
    userAgent: string | null;
    userId: string;
    authProviderId: string | null;
    providerOrganizationId: string | null;
    mfaAt: Date | null;
  };
  'auth.usedAssertions': {
    providerId: string;
    assertionHash: Buffer;
    expiresAt: Date;
  };
  'auth.user': {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    image: string | null;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  'auth.verification': {
    id: string;
    identifier: string;
    value: string;
    expiresAt: Date;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  accessEvents: {
    organizationId: string;
    id: string;
    doorId: string;
    source: string;
    externalId: string;
    kind: AccessEventKind;
    direction: AccessDirection | null;
    person: string | null;
    credential: string | null;
    at: Date;
    receivedAt: Date;
    judgement: Generated<AccessJudgement>;
  };
  alertComments: {
    organizationId: string;
    id: string;
    alertId: string;
    byUserId: string;
    byName: string;
    at: Date;
    text: string;
  };
  alertDeliveries: {
    organizationId: string;
    id: string;
    alertId: string;
    step: 'opened' | 'stillOpen' | 'flood' | `escalated${number}` | `repeated${number}`;
    channel: AlertChannel;
    userId: string;
    state: 'waiting' | 'told' | 'merged' | 'dropped';
    createdAt: Date;
    endedAt: Date | null;
    locationId: string | null;
  };
  alertFloods: {
    organizationId: string;
    id: string;
    ruleId: string | null;
    placeId: string | null;
    beganAt: Date;
    lastAt: Date;
  };
  alertFootageAsks: {
    organizationId: string;
    alertId: string;
    edgeId: string;
    cameraId: string;
    fromAt: Date;
    closedAt: Date | null;
    postS: number;
    keepDays: number;
    isDue: Generated<boolean>;
  };
  alertLinks: {
    organizationId: string;
    id: string;
    alertId: string;
    cameraId: string;
    fromAt: Date;
    toAt: Date;
    createdBy: string;
    createdByName: string;
    createdAt: Date;
    expiresAt: Date;
    revokedAt: Date | null;
    revokedByName: string | null;
    openCount: Generated<number>;
    lastOpenedAt: Date | null;
    lastOpenedFrom: string | null;
    exportId: string | null;
    hidden: string | null;
    askedAt: Date | null;
    failure: string | null;
  };
  alertNearMisses: {
    organizationId: string;
    ruleId: string;
    cameraId: string | null;
    at: Date;
    hindrance: string;
    count: number;
    why: Json<AlertReason[]>;
    edgeId: string | null;
  };
  alertNotices: {
    organizationId: string;
    userId: string;
    channel: AlertChannel;
    locationId: string;
    severity: number;
    toldAt: Date;
  };
  alertNumbers: {
    organizationId: string;
    last: number;
  };
  alertRuleTargets: {
    organizationId: string;
    ruleId: string;
    cameraId: string | null;
    edgeId: string | null;
  };
  alertRules: {
    organizationId: string;
    id: string;
    name: string;
    condition: Json<RuleCondition>;
    kind: GeneratedAlways<RuleKind>;
    isEnabled: boolean;
    severity: 'info' | 'warning' | 'critical';
    scheduleId: string | null;
    coolDownS: number;
    mergeS: number;
    preS: number;
    postS: number;
    protectDays: number;
    notify: Json<AlertRuleInput['notify']>;
    snoozedUntil: Date | null;
    snoozedBy: string | null;
    revision: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  alerts: {
    organizationId: string;
    id: string;
    number: number;
    ruleId: string;
    ruleName: string;
    kind: string;
    severity: number;
    preS: number;
    postS: number;
    cameraId: string | null;
    edgeId: string;
    placeId: GeneratedAlways<string>;
    sequence: number;
    phase: number;
    closeReason: string | null;
    openedAt: Date;
    closedAt: Date | null;
    updatedAt: Date;
    receivedAt: Date;
    isLate: boolean;
    why: Json<AlertReason[]>;
    eventIds: string[];
    count: number;
    handling: Generated<number>;
    outcome: number | null;
    takenBy: string | null;
    takenByName: string | null;
    takenAt: Date | null;
    doneBy: string | null;
    doneByName: string | null;
    doneAt: Date | null;
    commentCount: Generated<number>;
    revision: Generated<number>;
    footageUntil: Date | null;
    takeLapsesAt: Date | null;
    lapsedBy: string | null;
    lapsedByName: string | null;
    lapsedAt: Date | null;
    floodId: string | null;
  };
  apiKeyDirectory: {
    prefix: string;
    organizationId: string;
    id: string;
  };
  apiKeys: {
    organizationId: string;
    id: string;
    name: string;
    prefix: string;
    secretHash: Buffer;
    scopes: string[];
    createdBy: string;
    createdAt: Date;
    expiresAt: Date | null;
    lastUsedAt: Date | null;
  };
  armedAlarmRules: {
    organizationId: string;
    alarmId: string;
    ruleId: string;
  };
  armedAlarms: {
    organizationId: string;
    id: string;
    name: string;
    description: string;
    reArmMin: number | null;
    disArmMin: number | null;
    exitDelayS: number;
    scheduleId: string | null;
    notifyScheduleId: string | null;
    state: 'disarmed' | 'armed';
    stateFrom: Date;
    stateUntil: Date | null;
    stateUpdatedAt: Date;
    stateByName: string | null;
    revision: Generated<number>;
    updatedAt: Date;
  };
  attentionSeen: {
    organizationId: string;
    userId: string;
    itemKey: string;
    seenUntil: Date;
    notedAt: Date;
  };
  auditEntries: {
    organizationId: string;
    id: string;
    at: Generated<Date>;
    userId: string | null;
    sessionId: string | null;
    action: string;
    entityKind: string;
    entityId: string | null;
    data: DefaultedJson<Record<string, unknown>>;
    address: string | null;
    viaOrganizationId: string | null;
    viaOrganizationName: string | null;
    apiKeyId: string | null;
    apiKeyName: string | null;
    authProviderId: string | null;
    entityName: string | null;
  };
  auditHeads: {
    organizationId: string;
    number: Generated<number>;
    hash: Generated<Buffer>;
    newestAt: Date | null;
    proof: Generated<Buffer>;
  };
  auditSeals: {
    organizationId: string;
    number: number;
    entryId: string;
    hash: Buffer;
    isLate: boolean;
    sealedAt: Date;
  };
  auditUnsealed: {
    organizationId: string;
    entryId: string;
  };
  authProviderDirectory: {
    id: string;
    organizationId: string;
    kind: 'oidc' | 'saml';
    name: string;
    isEnabled: boolean;
    domains: string[];
    provedDomains: Generated<string[]>;
  };
  authProviders: {
    organizationId: string;
    id: string;
    kind: 'oidc' | 'saml';
    name: string;
    isEnabled: boolean;
    domains: Generated<string[]>;
    admitsNewUsers: Generated<boolean>;
    defaultGroupIds: Generated<string[]>;
    settings: Json<unknown>;
    sealedSecret: Buffer | null;
    isReachable: boolean | null;
    checkedAt: Date | null;
    failure: string | null;
    createdAt: Generated<Date>;
    revision: Generated<number>;
  };
  buildings: {
    organizationId: string;
    id: string;
    locationId: string;
    name: string;
    revision: Generated<number>;
    searchName: GeneratedAlways<string>;
  };
  busMessages: {
    id: string;
    body: string;
    createdAt: Generated<Date>;
  };
  cameraImportEnds: {
    organizationId: string;
    importId: string;
    expiresAt: Date;
  };
  cameraImportRows: {
    organizationId: string;
    importId: string;
    line: number;
    name: string;
    host: string;
    port: number;
    url: string;
    username: string;
    sealed: Buffer | null;
    state: 'open' | 'created' | 'failed';
    wanted: 'test' | 'create' | null;
    lastAction: 'test' | 'create' | null;
    cause: ErrorCode | null;
    fields: Generated<string[]>;
    test: NullableJson<StreamTest>;
    hasSnapshot: Generated<boolean>;
    cameraId: string | null;
    channel: Generated<string>;
  };
  cameraImports: {
    organizationId: string;
    id: string;
    type: 'scan' | 'file';
    fileName: string;
    edgeId: string;
    locationId: string;
    settings: Json<ImportSettings>;
    createdBy: string;
    createdAt: Date;
    cause: ErrorCode | null;
    expectedRows: number | null;
  };
  cameraMutes: {
    organizationId: string;
    cameraId: string;
    mutedUntil: Date;
    mutedBy: string;
  };
  cameraPageCertificates: {
    organizationId: string;
    cameraId: string;
    place: string;
    fingerprint: string;
    pinnedAt: Generated<Date>;
  };
  cameraParts: {
    organizationId: string;
    cameraId: string;
    analytics: Json<StreamStatus>;
    smartStorage: Json<StreamStatus>;
    audioEnabled: boolean;
  };
  cameraScans: {
    organizationId: string;
    id: string;
    edgeId: string;
    createdBy: string;
    state: 'running' | 'finished' | 'cancelled' | 'failed';
    cause: ErrorCode | null;
    probesSubnet: boolean;
    startedAt: Date;
    endsBy: Date;
    devices: DefaultedJson<FoundDevice[]>;
    isCut: Generated<boolean>;
  };
  cameraStreams: {
    organizationId: string;
    id: string;
    cameraId: string;
    edgeId: string;
    kind: StreamKind;
    url: string;
    urlKey: string;
    transport: 'tcp' | 'udp';
    driver: 'auto' | 'rtsp' | 'node-av';
    deletedAt: Date | null;
    format: NullableJson<StreamFormat>;
    state: Generated<StreamState>;
    cause: ErrorCode | null;
    stateSince: Generated<Date>;
    isRecording: Generated<boolean>;
    recordingCause: ErrorCode | null;
    recordingSince: Generated<Date>;
    reportedAt: Date | null;
  };
  cameras: {
    organizationId: string;
    id: string;
    edgeId: string;
    locationId: string;
    name: string;
    username: Generated<string>;
    hasPassword: Generated<boolean>;
    secretId: string;
    credentialsVersion: Generated<number>;
    recordingMode: RecordingMode;
    retentionDays: number;
    retentionBytes: number | null;
    createdAt: Generated<Date>;
    revision: Generated<number>;
    appliedRevision: Generated<number>;
    deletedAt: Date | null;
    analysis: DefaultedJson<Partial<AnalysisSettings>>;
    searchName: GeneratedAlways<string>;
    settings: DefaultedJson<Partial<CameraSettings>>;
    onvifHost: string | null;
    onvifPort: number | null;
    address: string | null;
    latitude: number | null;
    longitude: number | null;
    deviceUuid: string | null;
    deviceSerial: string | null;
    deviceMac: string | null;
    deviceChannels: number | null;
  };
  changes: {
    id: string;
    organizationId: string;
    actorSessionId: string | null;
    event: Json<RealtimeEvent>;
    createdAt: Generated<Date>;
    publishedAt: Date | null;
  };
  claimCodes: {
    codeHash: Buffer;
    organizationId: string;
    edgeId: string;
    expiresAt: Date;
    usedAt: Date | null;
    isLocal: Generated<boolean>;
    replaces: Generated<boolean>;
  };
  clothingGroups: {
    organizationId: string;
    id: string;
    modelId: string;
    sum: Buffer;
    weight: number;
    lastSeenAt: Date;
  };
  clothingSightings: {
    organizationId: string;
    eventId: string;
    startedAt: Date;
    cameraId: string;
    groupId: string | null;
  };
  coreNotices: {
    organizationId: string;
    edgeId: string;
    epoch: string;
    sequence: number;
    at: Date;
    receivedAt: Generated<Date>;
    code: ErrorCode;
    detail: string;
  };
  coreReleases: {
    organizationId: string;
    id: string;
    version: string;
    platform: string;
    arch: string;
    bytes: number;
    sha256: string;
    signedBy: string;
    facts: Json<Omit<PackageManifest, 'files' | 'links'>>;
    blobKey: string;
    uploadedBy: string | null;
    uploadedAt: Date;
  };
  coreRollOutCores: {
    organizationId: string;
    rollOutId: string;
    edgeId: string;
    state: 'waiting' | 'updating' | 'settling' | 'updated' | 'failed' | 'unfit' | 'skipped';
    wave: number | null;
    updateId: string | null;
    cause: ErrorCode | null;
    changedAt: Date;
  };
  coreRollOuts: {
    organizationId: string;
    id: string;
    releaseId: string;
    version: string;
    platform: string;
    arch: string;
    state: 'running' | 'paused' | 'stopped' | 'done' | 'cancelled';
    settleMinutes: number;
    atOnce: number;
    fromMinute: number | null;
    toMinute: number | null;
    firstEdgeId: string | null;
    requestedBy: string | null;
    requestedAt: Date;
    changedAt: Date;
  };
  coreUpdateTickets: {
    tokenHash: Buffer;
    organizationId: string;
    updateId: string;
    releaseId: string;
    expiresAt: Date;
  };
  coreUpdates: {
    organizationId: string;
    id: string;
    edgeId: string;
    releaseId: string | null;
    version: string;
    state: CoreUpdateState;
    progress: Generated<number>;
    cause: ErrorCode | null;
    recordingGapMs: number | null;
    requestedBy: string | null;
    requestedAt: Date;
    changedAt: Date;
    sentAt: Date | null;
    takenAt: Date | null;
  };
  deletedOrganizations: {
    organizationId: string;
    name: string;
    deletedBy: string;
    deletedAt: Generated<Date>;
    filesRemovedAt: Date | null;
  };
  dispatchAlarms: {
    organizationId: string;
    id: string;
    number: number;
    status: Generated<number>;
    locationId: string;
    uniformId: string | null;
    services: DispatchService[];
    cameraId: string | null;
    alertId: string | null;
    dispatchedAt: Date;
    dispatchedBy: string | null;
    dispatchedByName: string | null;
    canceledAt: Date | null;
    canceledBy: string | null;
    canceledByName: string | null;
    request: Json<Record<string, unknown>>;
    delivery: Generated<'pending' | 'accepted' | 'refused' | 'withdrawn'>;
    deliveryCause: DispatchFailure | null;
    deliveryDetail: string | null;
    tries: Generated<number>;
    uncertainTries: Generated<number>;
    nextTryAt: Date | null;
    givesUpAt: Date;
    settledAt: Date | null;
    serviceAlarmId: string | null;
    cancellation: 'pending' | 'accepted' | 'refused' | null;
    cancellationCause: DispatchFailure | null;
    cancellationDetail: string | null;
    cancellationGivesUpAt: Date | null;
    deletedAt: Date | null;
  };
  domainProofs: {
    organizationId: string;
    domain: string;
    provedAt: Date | null;
    checkedAt: Date;
    failure: 'record_missing' | 'dns_failed' | null;
    seenAt: Date | null;
  };
  doorPictures: {
    organizationId: string;
    name: string;
    doorId: string;
    edgeId: string;
    cameraId: string;
    writtenAt: Date;
  };
  doorStates: {
    organizationId: string;
    doorId: string;
    at: Date;
    revision: number;
    state: DoorPosition;
  };
  doors: {
    organizationId: string;
    id: string;
    cameraId: string;
    name: Generated<string>;
    isSaved: boolean;
    isConfirmed: Generated<boolean>;
    area: Json<PicturePoint[]>;
    closeSignature: string | null;
    openSignature: string | null;
    closeState: string | null;
    openState: string | null;
    toldAt: Date;
    removedAt: Date | null;
    state: DoorPosition | null;
    stateAt: Date | null;
    stateRevision: Generated<number>;
    revision: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  edgeCursors: {
    organizationId: string;
    edgeId: string;
    epoch: string;
    lastSequence: Generated<number>;
    updatedAt: Generated<Date>;
  };
  edgeHeartbeats: {
    organizationId: string;
    edgeId: string;
    minute: Date;
    beats: Generated<number>;
    cpuShare: number;
    memoryShare: number;
    diskFreeBytes: number;
    load: number | null;
    celsius: number | null;
    outboxDepth: number;
    clockOffsetMs: number;
  };
  edgeIdentities: {
    edgeId: string;
    organizationId: string;
    publicKey: string;
    claimedAt: Generated<Date>;
    revokedAt: Date | null;
  };
  edges: {
    organizationId: string;
    id: string;
    locationId: string;
    name: string;
    createdAt: Generated<Date>;
    revision: Generated<number>;
    deletedAt: Date | null;
    claimedAt: Date | null;
    revokedAt: Date | null;
    isLinked: Generated<boolean>;
    stateSince: Date | null;
    lastSeenAt: Date | null;
    version: string | null;
    hostname: string | null;
    capabilities: DefaultedJson<string[]>;
    health: NullableJson<EdgeHealth>;
    clockOffsetMs: number | null;
    lastOperation: Generated<number>;
    appliedOperation: Generated<number>;
    appliedContentHash: string | null;
    contentMatches: Generated<boolean>;
    searchName: GeneratedAlways<string>;
    hosted: Generated<boolean>;
    outboxDepth: number | null;
    minuteSince: Date | null;
    hourSince: Date | null;
    daySince: Date | null;
    dhcp: NullableJson<KeptDhcp>;
    compareSince: Date | null;
    syncedKinds: Generated<string[]>;
    leastDays: number | null;
  };
  entranceMinutes: {
    organizationId: string;
    entranceId: string;
    at: Date;
    revision: number;
    ins: number[];
    outs: number[];
    watchedS: number;
  };
  entrances: {
    organizationId: string;
    id: string;
    name: string;
    cameraId: string;
    line: Json<PicturePoint[]>;
    inSide: 'left' | 'right';
    classes: EventClass[];
    resetAt: string;
    correctedAt: Date | null;
    correctedInside: number | null;
    correctedReason: string | null;
    correctedBy: string | null;
    revision: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  eventDetails: {
    organizationId: string;
    startedAt: Date;
    id: string;
    path: Buffer;
    facts: Json<unknown>;
  };
  eventHours: {
    organizationId: string;
    hour: Date;
    cameraId: string;
    class: number;
    colourMask: number;
    severities: number;
    hasFace: boolean;
    hasPlate: boolean;
    hasStationary: boolean;
    mostDwellMs: number;
    mostMotion: number;
    mostScore: number;
  };
  eventTags: {
    organizationId: string;
    id: string;
    name: string;
    videoLength: number;
    fields: Json<EventTagInput['fields']>;
    revision: Generated<number>;
    updatedAt: Date;
  };
  eventVectors: {
    organizationId: string;
    startedAt: Date;
    id: string;
    cameraId: string;
    kind: number;
    class: number;
    modelId: string;
    vector: Buffer;
    colours: Generated<number[]>;
    tint1: number | null;
    tint2: number | null;
    tint3: number | null;
    tint4: number | null;
    hasMoreTints: Generated<boolean>;
  };
  events: {
    organizationId: string;
    id: string;
    cameraId: string;
    startedAt: Date;
    lastSeenAt: Date;
    endedAt: Date | null;
    receivedAt: Date;
    colourMask: number;
    revision: number;
    dwellMs: number;
    score: number;
    heading: number | null;
    speed: number | null;
    class: number;
    phase: number;
    severity: number;
    motionLevel: number;
    thumbnails: Generated<number>;
    vectors: Generated<number>;
    isStationary: boolean;
    hasFace: boolean;
    colours: number[];
    zoneIds: string[];
    plate: string | null;
    subtype: string | null;
    modelId: string;
  };
  exportLinks: {
    organizationId: string;
    id: string;
    exportId: string;
    hidden: string;
    createdBy: string;
    createdByName: string;
    createdAt: Date;
    expiresAt: Date;
    mailedTo: Generated<string[]>;
    revokedAt: Date | null;
    revokedByName: string | null;
    openCount: Generated<number>;
    lastOpenedAt: Date | null;
    lastOpenedFrom: string | null;
  };
  exports: {
    organizationId: string;
    id: string;
    cameraId: string;
    edgeId: string;
    stream: StreamKind;
    fromAt: Date;
    toAt: Date;
    state: ExportState;
    progress: Generated<number>;
    failure: ErrorCode | null;
    bytes: number | null;
    sha256: string | null;
    gaps: DefaultedJson<Omit<Gap, 'open'>[]>;
    blobKey: string | null;
    createdBy: string;
    createdAt: Generated<Date>;
    finishedAt: Date | null;
    receivedSha256: string | null;
    uncertain: DefaultedJson<Interval[]>;
  };
  faceClusters: {
    organizationId: string;
    id: string;
    modelId: string;
    sum: Buffer;
    weight: number;
    firstSeenAt: Date;
    lastSeenAt: Date;
    version: Generated<number>;
  };
  faceSightings: {
    organizationId: string;
    eventId: string;
    startedAt: Date;
    cameraId: string;
    modelId: string;
    quality: number;
    personId: string | null;
    clusterId: string | null;
    score: number | null;
    margin: number | null;
    namedBy: 'core' | 'server' | 'person' | null;
    isWaiting: boolean;
    forgettingId: string | null;
    isErased: Generated<boolean>;
  };
  favourites: {
    organizationId: string;
    userId: string;
    kind: 'camera' | 'location';
    entityId: string;
    starredAt: Generated<Date>;
  };
  firstAccount: {
    isOnly: Generated<boolean>;
    userId: string;
  };
  floorCameras: {
    organizationId: string;
    cameraId: string;
    floorId: string;
    x: number;
    y: number;
    headingDeg: number;
    fovDeg: number;
    rangeM: number;
  };
  floors: {
    organizationId: string;
    id: string;
    buildingId: string;
    name: string;
    level: number;
    widthM: number;
    planKey: string | null;
    planType: string | null;
    planWidthPx: number | null;
    planHeightPx: number | null;
    revision: Generated<number>;
    searchName: GeneratedAlways<string>;
  };
  forgettings: {
    organizationId: string;
    id: string;
    cause: 'person' | 'unsaved' | 'location' | 'organization';
    locationId: string | null;
    faceIds: string[];
    askedAt: Date;
    doneAt: Date | null;
    vectors: Generated<number>;
    pictures: Generated<number>;
    sightings: Generated<number>;
    faces: Generated<number>;
    told: DefaultedJson<unknown>;
  };
  formerAlertRules: {
    organizationId: string;
    id: string;
    name: string;
    kind: string;
    severity: string;
    preS: number;
    postS: number;
    deletedAt: Generated<Date>;
  };
  formerMemberships: {
    userId: string;
    organizationName: string;
    endedAt: Generated<Date>;
  };
  gaps: {
    organizationId: string;
    id: string;
    cameraId: string;
    streamId: string;
    fromAt: Date;
    toAt: Date;
    cause: ErrorCode;
    receivedAt: Generated<Date>;
  };
  grants: {
    organizationId: string;
    id: string;
    userId: string;
    permission: string;
    entityId: string | null;
    createdAt: Generated<Date>;
    entityKind: Generated<EntityKind>;
  };
  groupGrants: {
    organizationId: string;
    groupId: string;
    permission: string;
    entityKind: 'organization' | 'location' | 'core' | 'camera';
    entityId: string | null;
  };
  groupOrganizations: {
    organizationId: string;
    groupId: string;
    helperOrganizationId: string;
  };
  groupUsers: {
    organizationId: string;
    groupId: string;
    userId: string;
  };
  installation: {
    isOnly: Generated<boolean>;
    defaultOrganizationId: string;
  };
  integrationQuotas: {
    organizationId: string;
    noonLight: number | null;
    sightline: number | null;
    vcc: number | null;
    vccSpecialFilter: number | null;
  };
  integrationUses: {
    organizationId: string;
    service: 'sightline' | 'vcc' | 'vccSpecialFilter';
    day: Date;
    count: number;
  };
  integrations: {
    organizationId: string;
    service: 'noonlight' | 'sightline';
    sealedSecret: Buffer | null;
    installedAt: Date;
    installedByName: string;
  };
  inviteLinks: {
    tokenHash: Buffer;
    organizationId: string;
    inviteId: string;
  };
  invites: {
    organizationId: string;
    id: string;
    kind: 'user' | 'support';
    email: string;
    role: 'USER' | 'OPERATOR' | null;
    groupIds: Generated<string[]>;
    lang: 'en' | 'he';
    invitedBy: string;
    createdAt: Generated<Date>;
    expiresAt: Date;
    accessUntil: Date | null;
  };
  knownPeople: {
    organizationId: string;
    id: string;
    name: string;
    note: string;
    bucketId: string | null;
    locationIds: string[];
    galleryVersion: Generated<number>;
    revision: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
    searchName: GeneratedAlways<string>;
    folded: GeneratedAlways<string>;
  };
  localGrants: {
    organizationId: string;
    id: string;
    edgeId: string;
    userId: string;
    sessionId: string;
    cameras: Json<GrantedCamera[]>;
    issuedAt: Date;
    expiresAt: Date;
    revokedAt: Date | null;
  };
  locations: {
    organizationId: string;
    id: string;
    parentId: string | null;
    path: string[];
    name: string;
    timeZone: string;
    address: string | null;
    createdAt: Generated<Date>;
    revision: Generated<number>;
    deletedAt: Date | null;
    searchName: GeneratedAlways<string>;
    city: string | null;
    state: string | null;
    zip: string | null;
    notes: string | null;
    latitude: number | null;
    longitude: number | null;
    localLiveStream: Generated<boolean>;
    faceRecognition: Generated<boolean>;
  };
  loginFirewalls: {
    organizationId: string;
    isEnabled: boolean;
    rules: DefaultedJson<{ id: string; cidr: string; note: string; createdAt: number }[]>;
    breakGlassUntil: Date | null;
    revision: Generated<number>;
  };
  mails: {
    id: string;
    sealed: Buffer | null;
    createdAt: Generated<Date>;
    attempts: Generated<number>;
    sentAt: Date | null;
    failedAt: Date | null;
    lastFailure: string | null;
  };
  managedAlarmAlerts: {
    organizationId: string;
    managedAlarmId: string;
    alertId: string;
  };
  managedAlarmWaits: {
    organizationId: string;
    managedAlarmId: string;
    lastAlertAt: Date;
  };
  managedAlarms: {
    organizationId: string;
    id: string;
    number: number;
    status: Generated<number>;
    armedAlarmId: string;
    name: string;
    locationId: string;
    createdAt: Date;
    lastAlertAt: Date;
    updatedAt: Date;
    closedAt: Date | null;
    closedBy: string | null;
    closedByName: string | null;
  };
  memberships: {
    organizationId: string;
    userId: string;
    createdAt: Generated<Date>;
    role: Generated<MemberRole>;
  };
  notificationSettings: {
    userId: string;
    schedule: NullableJson<NotificationSchedule>;
    kinds: Generated<string[]>;
    lastSentAt: Date | null;
  };
  offlinePeriods: {
    organizationId: string;
    entityKind: 'core' | 'camera';
    entityId: string;
    fromAt: Date;
    toAt: Date | null;
  };
  offlineWatches: {
    organizationId: string;
    entityKind: 'core' | 'camera';
    entityId: string;
    fromAt: Date;
  };
  operations: {
    organizationId: string;
    edgeId: string;
    sequence: number;
    entity: string;
    entityId: string;
    revision: number;
    createdAt: Generated<Date>;
    appliedAt: Date | null;
    publishedAt: Date | null;
    publishCount: Generated<number>;
    nextPublishAt: Date | null;
    cancelledAt: Date | null;
    cancels: number | null;
    content: NullableJson<unknown>;
    sealed: Buffer | null;
  };
  orgGroupMembers: {
    organizationId: string;
    groupId: string;
    memberId: string;
  };
  orgGroups: {
    organizationId: string;
    id: string;
    type: OrgGroupType;
    name: string;
    revision: Generated<number>;
    updatedAt: Date;
  };
  orgVariableChanges: {
    organizationId: string;
    id: string;
    variableId: string;
    name: string;
    deed: 'create' | 'update' | 'remove';
    type: 'string' | 'int' | 'float' | 'json';
    value: Json<unknown>;
    at: Date;
    changedBy: string | null;
  };
  orgVariables: {
    organizationId: string;
    id: string;
    name: string;
    type: 'string' | 'int' | 'float' | 'json';
    value: Json<unknown>;
    revision: Generated<number>;
    updatedAt: Date;
  };
  organizations: {
    id: string;
    name: string;
    color: string;
    createdAt: Generated<Date>;
    revision: Generated<number>;
    isDefault: Generated<boolean>;
    disableInactivity: Generated<boolean>;
    localLiveStream: Generated<boolean>;
    allowsPassword: Generated<boolean>;
    allowsProviders: Generated<boolean>;
    demandsMfa: Generated<boolean>;
    rightsRevision: Generated<number>;
    analyticsSwitches: DefaultedJson<Partial<AnalyticsSwitches>>;
    takeLapsesMinutes: Generated<number>;
  };
  people: {
    userId: string;
    firstName: string;
    lastName: Generated<string>;
    phone: string | null;
    isPhoneVerified: Generated<boolean>;
    timeZone: Generated<string>;
    settings: DefaultedJson<Partial<UserSettings>>;
    staffRoles: Generated<Role[]>;
    isDeveloper: Generated<boolean>;
    isDevTeam: Generated<boolean>;
    isPartner: Generated<boolean>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  permissionGroups: {
    organizationId: string;
    id: string;
    name: string;
    description: Generated<string>;
    isAdministrators: Generated<boolean>;
    revision: Generated<number>;
    createdAt: Generated<Date>;
  };
  personFaces: {
    organizationId: string;
    id: string;
    personId: string;
    modelId: string;
    vector: Buffer;
    quality: number;
    source: 'file' | 'camera';
    eventId: string | null;
    cameraId: string | null;
    hasPicture: boolean;
    addedAt: Date;
  };
  plateEnds: {
    organizationId: string;
    ending: string;
    plate: string;
  };
  plateReadings: {
    organizationId: string;
    plate: string;
    confused: string;
    count: number;
    score: number;
    seenAt: Date;
    edgeId: string;
    cameraId: string;
    eventId: string;
    isPending: boolean;
  };
  plates: {
    organizationId: string;
    plate: string;
    seenOn: Date;
  };
  postedEvents: {
    organizationId: string;
    id: string;
    cameraId: string;
    tag: string;
    at: Date;
    receivedAt: Date;
    fields: Json<unknown>;
  };
  pushMessages: {
    id: string;
    userId: string;
    deviceUid: string;
    sealed: Buffer;
    expiresAt: Date;
    attempts: Generated<number>;
  };
  pushNotices: {
    id: string;
    userId: string;
    organizationId: string;
    sealed: Buffer;
    createdAt: Date;
  };
  ruleWatches: {
    organizationId: string;
    ruleId: string;
    placeId: string;
    isCamera: boolean;
    edgeId: string;
    watch: Json<unknown>;
    dueAt: Date | null;
  };
  schedules: {
    organizationId: string;
    id: string;
    name: string;
    timeZone: string;
    hours: Json<WeeklyHours>;
    exceptions: Json<ScheduleTimes['exceptions']>;
    revision: Generated<number>;
    updatedAt: Generated<Date>;
  };
  schemaMigrations: {
    name: string;
    sha256: string;
    appliedAt: Generated<Date>;
  };
  secrets: {
    organizationId: string;
    id: string;
    sealed: Buffer;
    updatedAt: Generated<Date>;
  };
  serverKeys: {
    name: string;
    sealed: Buffer;
    createdAt: Generated<Date>;
  };
  sharedEntities: {
    organizationId: string;
    edgeId: string;
    kind: string;
    entityId: string;
    revision: number;
    isWanted: boolean;
    fingerprint: string;
  };
  sharedLinks: {
    tokenHash: Buffer;
    organizationId: string;
    kind: string;
    id: string;
    expiresAt: Date;
  };
  statusChanges: {
    organizationId: string;
    id: string;
    entityId: string;
    at: Date;
    fromState: StatusState;
    toState: StatusState;
    part: StatusPart | null;
    cause: ErrorCode | null;
    isFlapping: boolean;
  };
  statuses: {
    organizationId: string;
    entityId: string;
    kind: 'camera' | 'edge' | 'location';
    state: Generated<StatusState>;
    part: StatusPart | null;
    cause: ErrorCode | null;
    since: Generated<Date>;
    seenState: Generated<StatusState>;
    seenSince: Generated<Date>;
    isBad: Generated<boolean>;
    turns: Generated<Date[]>;
    flappingSince: Date | null;
    dueAt: Date | null;
    heldUntil: Date | null;
  };
  supportAccess: {
    organizationId: string;
    helperOrganizationId: string;
    accessUntil: Date;
    acceptedAt: Generated<Date>;
    acceptedBy: string;
  };
  supportEnds: {
    organizationId: string;
    helperOrganizationId: string;
    endsAt: Date;
  };
  uniformExamples: {
    organizationId: string;
    uniformId: string;
    eventId: string;
    startedAt: Date;
    cameraId: string;
    isSame: boolean;
  };
  uniformSightings: {
    organizationId: string;
    uniformId: string;
    eventId: string;
    startedAt: Date;
    cameraId: string;
    score: number;
  };
  uniformTrainingImages: {
    organizationId: string;
    trainingId: string;
    eventId: string;
    startedAt: Date;
    cameraId: string;
    place: number;
    origin: 'group' | 'near' | 'other';
    mark: 'same' | 'other' | null;
  };
  uniformTrainings: {
    organizationId: string;
    id: string;
    userId: string;
    uniformId: string | null;
    groupId: string | null;
    openedAt: Date;
  };
  uniforms: {
    organizationId: string;
    id: string;
    name: string;
    modelId: string;
    judge: Json<UniformJudge>;
    sameCount: number;
    foundCount: number;
    otherCount: number;
    mistakenCount: number;
    trainedAt: Date;
    lookedAt: Date | null;
    oldestAt: Date | null;
  };
  unknownCameraRecords: {
    organizationId: string;
    edgeId: string;
    cameraId: string;
    id: string;
    at: Date;
    receivedAt: Date;
    body: Json<unknown>;
  };
  unsavedVehicles: {
    organizationId: string;
    id: string;
    confused: string;
    plate: string;
    count: number;
    seenAt: Date;
    edgeId: string;
    cameraId: string;
    eventId: string;
    vehicleId: string | null;
    partOf: string | null;
  };
  uploadTickets: {
    tokenHash: Buffer;
    organizationId: string;
    exportId: string;
    expiresAt: Date;
  };
  userDevices: {
    userId: string;
    deviceUid: string;
    name: string;
    userAgent: string | null;
    sealed: Buffer;
    endpointHash: Buffer;
    enabled: Generated<boolean>;
    mutedUntil: Date | null;
    createdAt: Date;
    lastDeliveredAt: Date | null;
    lastFailure: string | null;
    pausedUntil: Date | null;
  };
  vectorModels: {
    organizationId: string;
    kind: number;
    modelId: string;
    bytes: number;
  };
  vehicleImportFaults: {
    organizationId: string;
    importId: string;
    line: number;
    plate: string;
    fault: LineFault;
  };
  vehicleImports: {
    organizationId: string;
    id: string;
    name: string;
    state: Generated<'sending' | 'waiting' | 'running' | 'done' | 'canceled' | 'failed'>;
    cause: 'unreadable' | 'noPlates' | 'tooManyLines' | null;
    lines: number | null;
    done: Generated<number>;
    inserted: Generated<number>;
    skipped: Generated<number>;
    failed: Generated<number>;
    createdBy: string;
    sessionId: string;
    createdAt: Date;
  };
  vehicleParts: {
    organizationId: string;
    part: number;
    version: number;
  };
  vehicleWords: {
    organizationId: string;
    word: string;
    vehicleId: string;
  };
  vehicles: {
    organizationId: string;
    id: string;
    plate: string;
    key: string;
    confused: string;
    owner: string | null;
    make: VehicleMake | null;
    color: VehicleColor | null;
    seenAt: Generated<Date>;
    edgeId: string | null;
    cameraId: string | null;
    locationId: string | null;
    revision: Generated<number>;
    part: GeneratedAlways<number>;
  };
  webhookDeliveries: {
    organizationId: string;
    id: string;
    webhookId: string;
    position: GeneratedAlways<number>;
    kind: string;
    aboutId: string;
    body: string;
    isUrgent: boolean;
    state: 'waiting' | 'delivered' | 'dead';
    tries: Generated<number>;
    attempts: DefaultedJson<DeliveryAttempt[]>;
    deadBecause: DeliveryFailure | null;
    nextAt: Date | null;
    createdAt: Date;
    endedAt: Date | null;
  };
  webhooks: {
    organizationId: string;
    id: string;
    name: string;
    sealedAddress: Buffer;
    messageKinds: MessageKind[];
    isEnabled: boolean;
    offBecause: 'gone' | 'failing' | null;
    sealedSecret: Buffer;
    sealedFormerSecret: Buffer | null;
    formerUntil: Date | null;
    failures: Generated<number>;
    failingSince: Date | null;
    restsUntil: Date | null;
    lastDeliveredAt: Date | null;
    createdBy: string;
    revision: Generated<number>;
    createdAt: Date;
    service: Generated<'webhook' | 'slack' | 'team3' | 'immix'>;
  };
  weeklyDue: {
    organizationId: string;
    dueAt: Date | null;
  };
  weeklySummaries: {
    organizationId: string;
    isEnabled: boolean;
    weekday: number;
    hour: number;
    timeZone: string;
    lastSentAt: Date | null;
  };
  youtubeLinks: {
    organizationId: string;
    id: string;
    name: string;
    url: string;
    createdAt: Date;
  };
}

/** A whole row of a table as it is read; queries that read fewer columns take theirs with `Pick`. */
export type Row<T extends keyof Schema> = Selectable<Schema[T]>;
