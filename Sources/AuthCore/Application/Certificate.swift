import Foundation

/// The parts of an X.509 certificate that its owner has to know: the key it is for, and until when it is good.
struct Certificate {
    let der: [UInt8]
    /// `SubjectPublicKeyInfo`, in DER.
    let publicKey: [UInt8]
    let notBefore: Date
    let notAfter: Date

    /// RFC 5280 section 4.1; nil when it is not one.
    init?(der: [UInt8]) {
        var document = DERReader(der[...])
        guard var whole = document.next(.sequence)?.reader, var fields = whole.next(.sequence)?.reader else {
            return nil
        }
        _ = fields.next(.version)
        // serialNumber, signature, issuer; then validity, subject, subjectPublicKeyInfo.
        guard fields.next(.integer) != nil, fields.next(.sequence) != nil, fields.next(.sequence) != nil,
            var validity = fields.next(.sequence)?.reader, fields.next(.sequence) != nil,
            let publicKey = fields.next(.sequence), let notBefore = validity.next().flatMap(Certificate.time),
            let notAfter = validity.next().flatMap(Certificate.time)
        else { return nil }
        self.der = der
        self.publicKey = Array(publicKey.encoded)
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// RFC 5280 section 4.1.2.5: always in GMT and with seconds; years of two digits are those from 1950 to 2049.
    private static func time(_ element: DERReader.Element) -> Date? {
        let text = String(decoding: element.content, as: UTF8.self)
        let isShort = element.tag == DERReader.Tag.utcTime.rawValue
        guard isShort || element.tag == DERReader.Tag.generalizedTime.rawValue, text.hasSuffix("Z") else { return nil }
        let digits = text.dropLast().utf8.map { Int($0) - 48 }
        guard digits.count == (isShort ? 12 : 14), digits.allSatisfy((0...9).contains) else { return nil }
        let pairs = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
        let year = isShort ? (pairs[0] < 50 ? 2000 : 1900) + pairs[0] : pairs[0] * 100 + pairs[1]
        let rest = pairs.suffix(5).map { $0 }
        return DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: year, month: rest[0], day: rest[1],
            hour: rest[2], minute: rest[3], second: rest[4]
        ).date
    }
}
