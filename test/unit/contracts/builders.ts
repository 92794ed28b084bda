/** Valid values to start from, each with every member that its contract describes. */
const GUID = '3fa85f64-5717-4562-b3fc-2c963f66afa6';

const INSTANT = '2026-03-04T05:06:07Z';

export function buildAuthorization() {
  return {
    properties: {
      authorizationType: 'OAuth2',
      oauth2grantType: 'ClientCredentials',
      parameters: { clientId: 'client', clientSecret: 'secret' },
      status: 'Error',
      error: { code: 'Unauthenticated', message: 'This connection is not authenticated.' },
    },
  };
}

export function buildDiagnostic() {
  const settings = () => ({
    request: { body: { bytes: 512 }, headers: ['Content-Type'] },
    response: { body: { bytes: 512 }, headers: ['Content-Type'] },
  });
  return {
    properties: {
      loggerId: '/loggers/azuremonitor',
      alwaysLog: 'allErrors',
      sampling: { percentage: 50, samplingType: 'fixed' },
      frontend: settings(),
      backend: settings(),
      enableHttpCorrelationHeaders: true,
      httpCorrelationProtocol: 'W3C',
      verbosity: 'information',
    },
  };
}

export function buildHealthEvent() {
  return {
    id: '/subscriptions/s/providers/Vendor.ResourceHealth/events/BC_1-FXZ',
    name: 'BC_1-FXZ',
    type: '/providers/Vendor.ResourceHealth/events',
    systemData: {
      createdAt: INSTANT,
      createdBy: 'someone',
      createdByType: 'User',
      lastModifiedAt: INSTANT,
      lastModifiedBy: 'something',
      lastModifiedByType: 'Application',
    },
    properties: {
      eventType: 'ServiceIssue',
      eventSubType: 'Retirement',
      eventSource: 'ServiceHealth',
      status: 'Active',
      eventLevel: 'Informational',
      level: 'Warning',
      title: 'Title',
      summary: 'Summary',
      description: 'Description',
      header: 'Header',
      article: { articleContent: '<p>text</p>', articleId: 'a1', parameters: { name: 'value' } },
      links: [
        {
          type: 'Hyperlink',
          displayText: { value: 'See', localizedValue: 'See' },
          extensionName: 'Health',
          bladeName: 'Blade',
          parameters: { trackingId: 'BC_1-FXZ' },
        },
      ],
      impact: [
        {
          impactedService: 'Virtual Machines',
          impactedServiceGuid: GUID,
          impactedRegions: [
            {
              impactedRegion: 'West US',
              status: 'Active',
              impactedSubscriptions: ['s'],
              impactedTenants: ['t'],
              lastUpdateTime: INSTANT,
              updates: [{ summary: 'Update', updateDateTime: INSTANT, eventTags: ['Preliminary PIR'] }],
            },
          ],
        },
      ],
      eventTags: ['Action Recommended'],
      recommendedActions: { message: 'Do', actions: [{ groupId: 1, actionText: 'this' }], localeCode: 'en' },
      faqs: [{ question: 'Why?', answer: 'Because.', localeCode: 'en' }],
      additionalInformation: { message: 'More' },
      isEventSensitive: false,
      isHIR: false,
      hirStage: 'resolved',
      platformInitiated: true,
      enableMicrosoftSupport: true,
      enableChatWithUs: false,
      priority: 13,
      impactStartTime: INSTANT,
      impactMitigationTime: INSTANT,
      lastUpdateTime: INSTANT,
      duration: 3600,
      impactType: 'Availability',
      externalIncidentId: 'i',
      reason: 'reason',
      billingId: 'b',
      currencyType: 'USD',
      oldRate: 1.1,
      newRate: 1.25,
    },
  };
}

export function buildSearch() {
  return {
    protectionUnitIds: ['unit'],
    protectionTimePeriod: { startDateTime: INSTANT, endDateTime: INSTANT },
    restorePointPreference: 'latest',
    tags: 'fastRestore',
    artifactQuery: { queryExpression: "Sender -eq 'a@example.com'", artifactType: 'message' },
  };
}

export function buildCustomer() {
  return {
    id: GUID,
    number: '10000',
    displayName: 'Coho Winery',
    type: 'Company',
    addressLine1: '192 Market Square',
    addressLine2: '',
    city: 'Atlanta',
    state: 'GA',
    country: 'US',
    postalCode: '31772',
    phoneNumber: '',
    email: 'a@example.com',
    website: '',
    taxLiable: true,
    taxAreaId: GUID,
    taxAreaDisplayName: 'ATLANTA, GA',
    taxRegistrationNumber: '28-4405663',
    currencyId: GUID,
    currencyCode: 'USD',
    paymentTermsId: GUID,
    shipmentMethodId: GUID,
    paymentMethodId: GUID,
    blocked: ' ',
    lastModifiedDateTime: INSTANT,
  };
}

export function buildItem() {
  return {
    id: GUID,
    number: '1896-S',
    displayName: 'ATHENS Desk',
    type: 'Inventory',
    itemCategoryId: GUID,
    itemCategoryCode: 'TABLE',
    blocked: false,
    gtin: '',
    inventory: 4,
    unitPrice: 1000.8,
    priceIncludesTax: false,
    unitCost: 780.7,
    taxGroupId: GUID,
    taxGroupCode: 'FURNITURE',
    baseUnitOfMeasureId: GUID,
    baseUnitOfMeasureCode: 'PCS',
    lastModifiedDateTime: INSTANT,
  };
}

export function buildCopyAuthorization() {
  return {
    targetResourceId: '/subscriptions/s/resource',
    targetResourceRegion: 'westus',
    targetModelId: 'model',
    targetModelLocation: 'https://example.com/models/model',
    accessToken: 'token',
    expirationDateTime: INSTANT,
  };
}
