/** Types and routes of the API. Generated from docs/openapi.microsoft.json by `npm run openapi`; do not edit. */
/** Method, path, query parameters, and the api-version if there is only one. */
export const ROUTES = {
    createOrUpdateAuthorization: {
        method: 'PUT',
        path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}',
        query: [],
        apiVersion: '2024-05-01',
    },
    getAuthorization: {
        method: 'GET',
        path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}',
        query: [],
        apiVersion: '2024-05-01',
    },
    deleteAuthorization: {
        method: 'DELETE',
        path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}',
        query: [],
        apiVersion: '2024-05-01',
    },
    listAuthorizations: {
        method: 'GET',
        path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations',
        query: ['$filter', '$top', '$skip', '$skipToken'],
        apiVersion: '2024-05-01',
    },
    getAuthorizationLoginLinks: {
        method: 'POST',
        path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}/getLoginLinks',
        query: [],
        apiVersion: '2024-05-01',
    },
    confirmAuthorizationConsentCode: {
        method: 'POST',
        path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}/confirmConsentCode',
        query: [],
        apiVersion: '2024-05-01',
    },
    createOrUpdateApiDiagnostic: {
        method: 'PUT',
        path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}',
        query: [],
    },
    getApiDiagnostic: {
        method: 'GET',
        path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}',
        query: [],
    },
    listApiDiagnostics: {
        method: 'GET',
        path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics',
        query: ['$filter', '$top', '$skip', '$skipToken'],
    },
    listHealthEvents: {
        method: 'GET',
        path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{resourceProviderNamespace}/{resourceType}/{resourceName}/providers/Microsoft.ResourceHealth/events',
        query: ['$filter', '$skipToken'],
        apiVersion: '2025-05-01',
    },
    listNestedHealthEvents: {
        method: 'GET',
        path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{resourceProviderNamespace}/{parentType}/{parentName}/{resourceType}/{resourceName}/providers/Microsoft.ResourceHealth/events',
        query: ['$filter', '$skipToken'],
        apiVersion: '2025-05-01',
    },
    listSubscriptionHealthEvents: {
        method: 'GET',
        path: '/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/events',
        query: ['$filter', 'queryStartTime', '$skipToken'],
        apiVersion: '2025-05-01',
    },
    fetchHealthEventDetails: {
        method: 'POST',
        path: '/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/events/{eventTrackingId}/fetchEventDetails',
        query: [],
        apiVersion: '2025-05-01',
    },
    createOrReplaceStreamingJob: {
        method: 'PUT',
        path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Microsoft.StreamAnalytics/streamingjobs/{jobName}',
        query: [],
        apiVersion: '2020-03-01',
    },
    getStreamingJob: {
        method: 'GET',
        path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Microsoft.StreamAnalytics/streamingjobs/{jobName}',
        query: ['$expand'],
        apiVersion: '2020-03-01',
    },
    listStreamingJobs: {
        method: 'GET',
        path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Microsoft.StreamAnalytics/streamingjobs',
        query: ['$expand', '$skipToken'],
        apiVersion: '2020-03-01',
    },
    startStreamingJob: {
        method: 'POST',
        path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Microsoft.StreamAnalytics/streamingjobs/{jobName}/start',
        query: [],
        apiVersion: '2020-03-01',
    },
    stopStreamingJob: {
        method: 'POST',
        path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Microsoft.StreamAnalytics/streamingjobs/{jobName}/stop',
        query: [],
        apiVersion: '2020-03-01',
    },
    searchRestorePoints: { method: 'POST', path: '/v1.0/solutions/backupRestore/restorePoints/search', query: [] },
    listRestoreSessions: {
        method: 'GET',
        path: '/v1.0/solutions/backupRestore/restoreSessions',
        query: ['$top', '$skipToken'],
    },
    deleteRestoreSession: {
        method: 'DELETE',
        path: '/v1.0/solutions/backupRestore/restoreSessions/{restoreSessionBaseId}',
        query: [],
    },
    getRestoreSession: {
        method: 'GET',
        path: '/v1.0/solutions/backupRestore/restoreSessions/{restoreSessionBaseId}',
        query: [],
    },
    authorizeModelCopy: {
        method: 'POST',
        path: '/documentintelligence/documentModels:authorizeCopy',
        query: [],
        apiVersion: '2024-11-30',
    },
    listCompanies: { method: 'GET', path: '/v2.0/companies', query: ['$skipToken'] },
    listCustomers: {
        method: 'GET',
        path: '/v2.0/companies({companyId})/customers',
        query: ['$filter', '$orderby', '$top', '$select', '$expand', '$skipToken'],
    },
    getCustomer: { method: 'GET', path: '/v2.0/companies({companyId})/customers({customerId})', query: ['$expand'] },
    listItems: {
        method: 'GET',
        path: '/v2.0/companies({companyId})/items',
        query: ['$filter', '$orderby', '$top', '$select', '$expand', '$skipToken'],
    },
    getItem: { method: 'GET', path: '/v2.0/companies({companyId})/items({itemId})', query: [] },
    getOperation: { method: 'GET', path: '/operations/{operationId}', query: [] },
};
//# sourceMappingURL=schema.microsoft.js.map