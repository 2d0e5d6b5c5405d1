/// The names of generated users, departments and job titles. Some are hard to print on purpose.
enum GeneratedNames {
    struct Name {
        let text: String
        let ascii: String

        init(_ text: String, _ ascii: String? = nil) {
            self.text = text
            self.ascii = ascii ?? text
        }
    }

    static let given = [
        Name("Adele"), Name("Björn", "bjoern"), Name("Chiara"), Name("Dmitri"), Name("Élodie", "elodie"),
        Name("Fatima"), Name("Grady"), Name("Håkon", "haakon"), Name("Isaiah"), Name("Joni"), Name("Käthe", "kaethe"),
        Name("Lidia"), Name("Megan"), Name("Nestor"), Name("Óscar", "oscar"), Name("Patti"), Name("Quynh"),
        Name("Renée", "renee"), Name("Søren", "soeren"), Name("Tomáš", "tomas"), Name("Umar"), Name("Violeta"),
        Name("Wiktor"), Name("Xióng", "xiong"), Name("Yuki"), Name("Zoë", "zoe"),
    ]

    static let family = [
        Name("Vance"), Name("Müller", "mueller"), Name("O'Brien", "obrien"), Name("García", "garcia"), Name("Li"),
        Name("Nguyễn", "nguyen"), Name("Kowalska"), Name("Şahin", "sahin"), Name("Smith-Jones"),
        Name("Λάμπρου", "lamprou"),
        Name("Иванова", "ivanova"), Name("田中", "tanaka"), Name("Ó Súilleabháin", "osuilleabhain"),
        Name("van der Berg", "vanderberg"),
        Name("Haddad"), Name("Cohen"), Name("Lindqvist"), Name("Bianchi"), Name("Øster", "oester"),
        Name("D'Angelo", "dangelo"),
        Name("Wilber"), Name("Zieliński", "zielinski"), Name("de Sá", "desa"),
        Name("Sánchez \"Sunny\" Roe", "sanchezroe"),
    ]

    static let departments = ["Sales", "R&D", "Finance", "Legal <EU>", "Küche", "IT \\ Operations"]

    /// JSON escapes that clients must pass on unchanged; services differ in their choice.
    static let jobTitles: [JSON] = [
        "Engineer", .verbatim(#""Ing\u00e9nieur R\u0026D \/ QA""#), "Product \"Owner\"", nil,
        .verbatim(#""Line one\nLine two\ttabbed""#), .verbatim(#""Emoji \ud83d\ude80 team""#), "Verkäuferin",
    ]
}
