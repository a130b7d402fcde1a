/** The job that deletes the data of offboarded clients. Absent in a sandbox. */
export const offboardingsJob = "offboardings";

/** The job that verifies the audit log at the console's request. Absent in a sandbox. */
export const auditVerificationJob = "audit_verification";
